// npm run bench -- start [TIMES]: from opening the page to when it takes a drop, and to when its engine is ready, beside an
// otherwise empty page that holds the same wasm module and compiles it. Both from disk, one after the other, each in a fresh
// browser context, with caches as they come.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { inRoot, page as pageFile, wasmBinary } from '../../tools/lib/paths.mjs';
import { launch } from '../e2e/lib/browser.mjs';

const times = Number(process.argv[2] ?? 15);

/** Runs ahead of either page. */
function watch() {
  window.marks = {};
  const { addEventListener } = EventTarget.prototype;
  EventTarget.prototype.addEventListener = function (type, ...rest) {
    if (type === 'drop') window.marks.drop ??= performance.now();
    return addEventListener.call(this, type, ...rest);
  };
  const Original = window.Worker;
  window.Worker = class extends Original {
    constructor(...args) {
      super(...args);
      this.addEventListener('message', ({ data }) => {
        if (data.type === 'ready') window.marks.ready ??= performance.now();
      });
    }
  };
}

const EMPTY = `<!doctype html><meta charset="utf-8"><title>empty</title><body></body>
<script type="application/octet-stream" id="wasm">${readFileSync(wasmBinary).toString('base64')}</script>
<script>
const bytes = Uint8Array.from(atob(document.getElementById('wasm').textContent), (c) => c.charCodeAt(0));
WebAssembly.compile(bytes).then(() => { window.marks.ready = performance.now(); });
</script>`;

async function measure(browser, url) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.evaluateOnNewDocument(watch);
  await page.goto(url);
  await page.waitForFunction(() => window.marks.ready !== undefined);
  const marks = await page.evaluate(() => window.marks);
  await context.close();
  return marks;
}

const median = (list) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)];

mkdirSync(inRoot('build/bench'), { recursive: true });
const empty = inRoot('build/bench/empty.html');
writeFileSync(empty, EMPTY);
console.log('browser    takes a drop   engine ready   empty page   drop ÷ empty   engine ÷ empty');
for (const name of ['chromium', 'firefox']) {
  const { browser, close } = await launch(name);
  const ours = [];
  const theirs = [];
  for (let i = 0; i <= times; i++) {
    const one = await measure(browser, pathToFileURL(pageFile).href);
    const other = await measure(browser, pathToFileURL(empty).href);
    if (i === 0) continue; // the browser itself warms up
    ours.push(one);
    theirs.push(other.ready);
  }
  const drop = median(ours.map((one) => one.drop));
  const ready = median(ours.map((one) => one.ready));
  const compiled = median(theirs);
  const ms = (value) => `${value.toFixed(0)} ms`;
  console.log(
    `${name.padEnd(10)} ${ms(drop).padStart(12)} ${ms(ready).padStart(14)} ${ms(compiled).padStart(12)} ` +
      `${`${(drop / compiled).toFixed(2)} ×`.padStart(14)} ${`${(ready / compiled).toFixed(2)} ×`.padStart(16)}`,
  );
  await close();
}
