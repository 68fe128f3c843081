// node tests/e2e/screenshots.mjs OUTDIR [FILTER]: the page in every size, theme and state, to be looked at by people.
// FILTER is a part of the names wanted, e.g. "390" or "dark-empty". With XMV_SHARED set, large programs are shown too.
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { launch } from './lib/browser.mjs';
import { OOM, PROFILE, plainText, STEP, sharedFile, TRANSFORMER, truncatedFile } from './lib/files.mjs';
import { startServer } from './lib/server.mjs';
import { byId, Viewer } from './lib/viewer.mjs';

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
];
const LARGE = sharedFile('jax/transformer_large/module_0000.jit_train_step.cl_1014260217.after_optimizations.hlo.pb');

/** Moves the pointer to a share of a chart's width and waits for what appears. */
async function point(viewer, chart, share) {
  const element = await viewer.page.waitForSelector(byId(chart));
  await element.evaluate((e) => e.scrollIntoView({ block: 'center' }));
  const box = await element.boundingBox();
  await viewer.page.mouse.move(box.x + box.width * share, box.y + box.height / 3);
  await viewer.idle();
}

async function pin(viewer, chart, share) {
  await point(viewer, chart, share);
  await viewer.page.mouse.down();
  await viewer.page.mouse.up();
  await viewer.idle();
}

const STATES = {
  empty: async () => {},
  loaded: (viewer) => viewer.click('try-sample'),
  hovered: async (viewer) => {
    await viewer.click('try-sample');
    await point(viewer, 'strip-chart-size', 0.3);
  },
  curve: async (viewer) => {
    await viewer.click('try-sample');
    await point(viewer, 'curve-chart', 0.6);
  },
  map: async (viewer) => {
    await viewer.click('try-sample');
    await point(viewer, 'map-chart', 0.5);
  },
  search: async (viewer) => {
    await viewer.click('try-sample');
    await viewer.press('/');
    await viewer.page.keyboard.type('op:attention');
    await viewer.idle();
  },
  point: async (viewer) => {
    await viewer.click('try-sample');
    await pin(viewer, 'curve-chart', 0.7);
  },
  pinned: async (viewer) => {
    await viewer.click('try-sample');
    await pin(viewer, 'strip-chart-size', 0.02);
  },
  table: async (viewer) => {
    await viewer.click('try-sample');
    await viewer.page.$eval(byId('buffer-table'), (e) => e.scrollIntoView({ block: 'center' }));
    await viewer.idle();
  },
  error: (viewer) => viewer.load(truncatedFile(), plainText()),
  message: (viewer) => viewer.load(OOM('compile_hbm.log')),
  messages: (viewer) => viewer.load(OOM('several.log')),
  'message-beside': (viewer) => viewer.load(STEP, OOM('several.log')),
  paste: (viewer) => viewer.click('open-paste'),
  'error-beside-good': async (viewer) => {
    await viewer.load(STEP);
    await viewer.load(truncatedFile());
  },
  modules: async (viewer) => {
    await viewer.load(PROFILE, STEP);
    await viewer.click('module-picker');
  },
  files: async (viewer) => {
    await viewer.load(PROFILE, STEP);
    await viewer.click('files-menu');
  },
  help: async (viewer) => {
    await viewer.click('try-sample');
    await viewer.click('help-button');
  },
  vmem: async (viewer) => {
    await viewer.load(TRANSFORMER);
    await viewer.pickSpace(1);
  },
  capacity: async (viewer) => {
    await viewer.click('try-sample');
    await viewer.click('capacity-picker');
    await viewer.page.type(byId('capacity-size'), '1 GB');
    await viewer.idle();
  },
  'flat-curve': async (viewer) => {
    await viewer.load(PROFILE);
    await viewer.pickModule('jit_multiply(10)');
  },
  ...(LARGE ? { large: (viewer) => viewer.load(LARGE) } : {}),
};

const [outdir, filter = ''] = process.argv.slice(2);
if (!outdir) {
  console.error('usage: node tests/e2e/screenshots.mjs OUTDIR [FILTER]');
  process.exit(2);
}
const folder = resolve(outdir);
mkdirSync(folder, { recursive: true });
const engine = await launch('chromium');
const server = await startServer();
for (const viewport of SIZES) {
  for (const scheme of ['light', 'dark']) {
    for (const [state, reach] of Object.entries(STATES)) {
      const name = `${viewport.width}-${scheme}-${state}`;
      if (!name.includes(filter)) continue;
      const viewer = await Viewer.open(engine, server, { viewport, scheme });
      await reach(viewer);
      await viewer.page.screenshot({ path: join(folder, `${name}.png`) });
      // What is below the fold, where that matters.
      if (['loaded', 'empty', 'large', 'vmem', 'message', 'messages'].includes(state))
        await viewer.page.screenshot({ path: join(folder, `${name}-full.png`), fullPage: true });
      await viewer.close();
      console.log(`${name}.png`);
    }
  }
}
await engine.close();
server.close();
