// npm run bench -- map [COUNTS] [BROWSERS]: frame times of the memory map in real browsers without a GPU, beside two plain
// ways of drawing the same blocks on a canvas of the same size. COUNTS: "10000,100000,1000000"; BROWSERS: "chromium,firefox".
//
// A frame is everything from the event to the new picture on the canvas: handlers, the worker's answer, painting. What the
// person sees at once (the last picture, stretched) comes before that and is not counted.
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';
import puppeteer from 'puppeteer-core';
import { findBrowser } from '../../tools/lib/browsers.mjs';
import { inRoot, page as pageFile } from '../../tools/lib/paths.mjs';
import { generatedModule, makeProgram } from './generate/module.mjs';
import { BASELINE_SCRIPT } from './map_page/baselines.mjs';
import { hoverAt, play, probe } from './map_page/probe.mjs';

const COLORS = ['#2a63b2', '#a8590c'];
const VIEWPORT = { width: 1440, height: 900 };
const BASELINE_FRAMES = 5;

const [counts = '10000,100000,1000000', browsers = 'chromium,firefox'] = process.argv.slice(2);

function launch(name) {
  const executablePath = findBrowser(name);
  if (!executablePath) return null;
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const timeout = { protocolTimeout: 900_000 };
  if (name === 'chromium')
    return puppeteer.launch({ executablePath, headless: true, args: ['--disable-gpu', ...asRoot], ...timeout });
  // Times to better than a millisecond.
  const extraPrefsFirefox = { 'privacy.reduceTimerPrecision': false, 'layers.acceleration.disabled': true };
  return puppeteer.launch({ executablePath, browser: 'firefox', headless: true, extraPrefsFirefox, ...timeout });
}

const sorted = (values) => values.filter(Number.isFinite).sort((a, b) => a - b);
function quantile(values, q) {
  const list = sorted(values);
  return list[Math.min(list.length - 1, Math.floor(q * list.length))] ?? Number.NaN;
}
const median = (values) => quantile(values, 0.5);
const ms = (value) => (Number.isFinite(value) ? value.toFixed(value < 10 ? 2 : 1) : '–');

const moduleOf = (count) => ({ path: generatedModule(count), program: makeProgram(count) });

/** The blocks as the baselines want them: the parameters below, temporaries above. */
function blocksOf(program) {
  const up = (value, to) => Math.ceil(value / to) * to;
  const sizes = program.parameters.map(({ rows, columns }) => up(rows, 8) * up(columns, 128) * 4);
  const base = sizes.reduce((sum, size) => sum + size, 0);
  const n = program.count + sizes.length;
  const all = new Float64Array(5 * n);
  let bottom = 0;
  const put = (i, ...values) => {
    for (const [k, value] of values.entries()) all[k * n + i] = value;
  };
  sizes.forEach((size, i) => {
    put(i, 0, program.events, bottom, bottom + size, 1);
    bottom += size;
  });
  for (let i = 0; i < program.count; i++) {
    const lo = base + program.offset[i];
    put(sizes.length + i, program.start[i], program.end[i], lo, lo + program.size[i], 0);
  }
  return { all, base, top: base + program.top };
}

// Zooming in to an eighth and out again, and panning there and back at half size.
const ZOOM_STEPS = 16;
/** So that a 99th percentile isn't the one worst frame. */
const ROUNDS = 4;
const zoom = (amount, kind = 'zoom') => ({ kind, x: 0.55, y: 0.45, amount });
const ZOOMS = [
  ...Array.from({ length: ZOOM_STEPS }, () => zoom(-65)),
  ...Array.from({ length: ZOOM_STEPS }, () => zoom(65)),
  ...Array.from({ length: ZOOM_STEPS / 2 }, () => zoom(-65, 'zoomY')),
  ...Array.from({ length: ZOOM_STEPS / 2 }, () => zoom(65, 'zoomY')),
];
const PANS = Array.from({ length: 32 }, (_, i) => ({ kind: 'pan', x: 0.5, y: 0.5, amount: i % 16 < 8 ? -30 : 30 }));
const PLACES = Array.from({ length: 60 }, (_, i) => ({
  x: 0.1 + 0.8 * ((i * 0.618) % 1),
  y: 0.1 + 0.7 * ((i * 0.382) % 1),
}));

async function measurePage(browser, { path }) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(600_000);
  await page.setViewport(VIEWPORT);
  await page.evaluateOnNewDocument(probe);
  await page.goto(pathToFileURL(pageFile).href);
  await page.evaluate(() => window.xmv.idle());
  const input = await page.$('[data-testid="file-input"]');
  await page.evaluate(() => {
    const start = { at: 0 };
    window.loading = start;
    document.querySelector('[data-testid="file-input"]').addEventListener('change', () => {
      start.at = performance.now();
    });
    const onPainted = (at) => {
      start.map ??= at;
      window.probe.measuring = false;
    };
    Object.assign(window.probe, { op: 'mapImage', measuring: true, onPainted });
  });
  await input.uploadFile(path);
  await page.waitForSelector('[data-testid="map-chart"]');
  await page.evaluate(() => window.xmv.idle());
  const load = await page.evaluate(() => {
    const answer = (op) => window.probe.answers.find((one) => one.op === op)?.end;
    return { total: answer('view') - window.loading.at, map: window.loading.map - answer('view') };
  });
  const size = await page.$eval('[data-testid="map-chart"] canvas', (c) => ({ width: c.width, height: c.height }));
  // Not measured: compilers warm up.
  await page.evaluate(play, ZOOMS);
  await page.evaluate(hoverAt, PLACES.slice(0, 10));
  const hover = await page.evaluate(hoverAt, PLACES);
  const rounds = (steps) => page.evaluate(play, Array(ROUNDS).fill(steps).flat());
  const zooms = await rounds(ZOOMS);
  await page.evaluate(play, [zoom(-350)]);
  const pans = await rounds(PANS);
  await context.close();
  return { load, size, hover, frames: [...zooms, ...pans], zooms, pans };
}

async function measureBaselines(browser, { program }, size) {
  const { all, top } = blocksOf(program);
  const server = createServer((request, response) => {
    const blocks = request.url === '/blocks';
    response.writeHead(200, { 'Content-Type': blocks ? 'application/octet-stream' : 'text/html' });
    response.end(blocks ? Buffer.from(all.buffer) : '<!doctype html><body></body>');
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(900_000);
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  await page.evaluate(`${BASELINE_SCRIPT}; setUp(${size.width - 76}, ${size.height - 28}, ${JSON.stringify(COLORS)})`);
  // The same kinds of viewports: zoomed along x about a place, then a half of it panned.
  const views = Array.from({ length: BASELINE_FRAMES }, (_, i) => {
    const share = Math.exp((-65 * 0.002 * ZOOM_STEPS * i) / BASELINE_FRAMES);
    const from = program.events * 0.5 * (1 - share);
    return { x0: from, x1: from + program.events * share, y0: 0, y1: top };
  });
  const out = {};
  for (const which of ['saved', 'grouped']) {
    out[which] = [];
    for (const view of views) out[which].push(await page.evaluate((w, v) => window.drawBaseline(w, v), which, view));
  }
  await context.close();
  server.close();
  server.closeAllConnections();
  return out;
}

const results = [];
for (const name of browsers.split(',')) {
  for (const count of counts.split(',').map(Number)) {
    const made = moduleOf(count);
    const browser = await launch(name);
    if (!browser) {
      console.log(`${name}: not installed`);
      break;
    }
    const ours = await measurePage(browser, made);
    const baselines = await measureBaselines(browser, made, ours.size);
    await browser.close();
    const frame = median(ours.frames);
    const row = {
      browser: name,
      buffers: count,
      frame,
      p99: quantile(ours.frames, 0.99),
      zoom: median(ours.zooms),
      pan: median(ours.pans),
      hover: median(ours.hover),
      saved: median(baselines.saved),
      grouped: median(baselines.grouped),
      load: ours.load.total,
      firstMap: ours.load.map,
    };
    results.push(row);
    console.log(
      [
        `${name} ${count} buffers: frame ${ms(frame)} ms (p99 ${ms(row.p99)}, zoom ${ms(row.zoom)}, pan ${ms(row.pan)})`,
        `hover ${ms(row.hover)} ms (${(row.hover / frame).toFixed(2)} of a frame)`,
        `fillRect per block ${ms(row.saved)} ms (${(row.saved / frame).toFixed(0)}×)`,
        `grouped ${ms(row.grouped)} ms (${(row.grouped / frame).toFixed(0)}×)`,
        `load ${ms(row.load)} ms, first map +${ms(row.firstMap)} ms (${(row.firstMap / row.load).toFixed(2)})`,
      ].join('; '),
    );
  }
}
for (const name of new Set(results.map((row) => row.browser))) {
  const of = (count) => results.find((row) => row.browser === name && row.buffers === count);
  const [small, large] = [of(10_000), of(1_000_000)];
  if (small && large)
    console.log(`${name}: a frame at 1 million is ${(large.frame / small.frame).toFixed(2)}× one at 10 thousand`);
}
writeFileSync(inRoot('build/bench/map.json'), `${JSON.stringify(results, null, 2)}\n`);
