// What goes wrong around a page: files that change, memory that ends, people in a hurry. It recovers by itself or says what to
// do, and nothing stale is shown.
import assert from 'node:assert/strict';
import { rmSync, truncateSync } from 'node:fs';
import { PROFILE, renamed, SAMPLE, STEP, slowProfile, spreadProfile } from './lib/files.mjs';
import { viewerTest } from './lib/suite.mjs';
import { byId } from './lib/viewer.mjs';

const options = (viewer) => viewer.page.$$eval('[role="option"]', (list) => list.map((one) => one.innerText));

viewerTest('fifty files, twice in a row', async (viewer) => {
  const files = Array.from({ length: 50 }, (_, i) =>
    renamed(STEP, `module_${String(i).padStart(4, '0')}.jit_f.after_optimizations.hlo.pb`),
  );
  await viewer.choose(...files);
  await viewer.choose(...files);
  await viewer.idle();
  assert.match(await viewer.text('headline'), /^Peak 25\.39 MiB/);
  assert.ok(!(await viewer.has('failures')));
  assert.match(await viewer.text('files-menu'), /\d+ files/);
});

viewerTest('many files with names that tell nothing are opened all the same', async (viewer) => {
  await viewer.load(...Array.from({ length: 25 }, (_, i) => renamed(STEP, `module_00${i + 10}.copy.hlo.pb`)));
  assert.match(await viewer.text('headline'), /^Peak 25\.39 MiB/);
  assert.match(await viewer.text('files-menu'), /25 files/);
});

viewerTest('modules chosen faster than they can be shown: the last one counts', async (viewer) => {
  await viewer.load(PROFILE);
  await viewer.click('module-picker');
  const titles = (await options(viewer)).map((text) => text.split(/\s/)[0]);
  await viewer.press('Escape');
  assert.ok(titles.length > 5);
  // All in one go, without waiting for anything.
  await viewer.page.evaluate(async () => {
    const pause = () => new Promise((resolve) => setTimeout(resolve, 5));
    for (let i = 0; i < 12; i++) {
      document.querySelector('[data-testid="module-picker"]').click();
      await pause();
      const list = document.querySelectorAll('[role="option"]:not([aria-disabled="true"])');
      list[(i * 5 + 1) % list.length]?.click();
      await pause();
    }
  });
  await viewer.idle();
  const chosen = await viewer.text('module-picker');
  const shown = await viewer.text('headline');
  await viewer.page.reload();
  await viewer.idle();
  await viewer.load(PROFILE);
  assert.equal(await viewer.text('module-picker'), chosen, 'the address names it');
  assert.equal(await viewer.text('headline'), shown, 'what was shown belongs to the module named');
});

for (const [what, damage] of [
  ['deleted', (path) => rmSync(path)],
  ['cut short', (path) => truncateSync(path, 2000)],
]) {
  viewerTest(`a file ${what} while it is open: another of its modules is not shown, and why`, async (viewer) => {
    const path = spreadProfile();
    await viewer.load(path);
    assert.ok(await viewer.has('headline'));
    damage(path);
    await viewer.click('module-picker');
    await viewer.page.waitForSelector('[role="option"]');
    await viewer.press('ArrowDown', 'Enter');
    assert.match(await viewer.text('view-failure'), /could not be read.*changed, moved or deleted/);
    assert.ok(!(await viewer.has('headline')), 'nothing stale is shown');
    await viewer.load(STEP);
    assert.match(await viewer.text('headline'), /^Peak 25\.39 MiB/, 'other files open as ever');
  });
}

viewerTest(
  'when the browser gives no more memory, that is said, and the page can be used again',
  async (viewer) => {
    await viewer.choose(slowProfile(64));
    await viewer.page.waitForSelector(byId('crash'));
    await viewer.idle();
    assert.match(await viewer.text('crash'), /Out of memory while reading “slow\.xplane/);
    await viewer.page.evaluate(() => {
      window.memoryEnds = false;
    });
    await viewer.load(STEP);
    assert.ok(!(await viewer.has('crash')));
    assert.match(await viewer.text('headline'), /^Peak 25\.39 MiB/);
  },
  {
    before: () => {
      window.memoryEnds = true;
      const Original = window.Worker;
      window.Worker = class extends Original {
        constructor(url) {
          if (!window.memoryEnds) {
            super(url);
            return;
          }
          const source = document.getElementById('xmv-worker').textContent;
          const refuse = `WebAssembly.Memory.prototype.grow = () => { throw new RangeError('WebAssembly.Memory.grow(): out of memory'); };`;
          super(URL.createObjectURL(new Blob([refuse, source], { type: 'text/javascript' })));
        }
      };
    },
  },
);

viewerTest('a tab in the background: what was chosen there is on screen when it is back in front', async (viewer) => {
  const other = await viewer.context.newPage();
  await other.bringToFront();
  await viewer.choose(SAMPLE);
  await new Promise((resolve) => setTimeout(resolve, 300));
  await other.close();
  await viewer.page.bringToFront();
  await viewer.idle();
  assert.match(await viewer.text('headline'), /^Peak 1\.54 GiB/);
});

viewerTest('the about text names what is inside, with its licences', async (viewer) => {
  await viewer.load(STEP);
  await viewer.press('?');
  assert.match(await viewer.text('about'), /XLA Memory Viewer \d+\.\d+\.\d+\./);
  const licences = await viewer.page.$eval(`${byId('about')} pre`, (e) => e.textContent);
  for (const name of ['protobuf', 'zlib', 'preact', 'lzma1']) assert.ok(licences.includes(`== ${name}`), name);
});
