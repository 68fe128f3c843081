// Does it fit? A chip or a typed size, what others hold, the verdict, the line on the charts, and the way to the first
// point that does not fit.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { cli, inRoot } from '../../tools/lib/paths.mjs';
import { CURVE, pointAt } from './lib/chart.mjs';
import { facts } from './lib/facts.mjs';
import { SAMPLE, STEP, sharedFile, unlessShared } from './lib/files.mjs';
import { BOTH, viewerTest } from './lib/suite.mjs';
import { byId } from './lib/viewer.mjs';

const GiB = 2 ** 30;
const hash = (viewer) => viewer.page.evaluate(() => location.hash);

/** Chooses in the picker and closes it again, with the keyboard alone. */
async function pick(viewer, field, text) {
  await viewer.press('k');
  const input = await viewer.page.waitForSelector(byId(field));
  if (field === 'capacity-chip') {
    await viewer.page.select(byId(field), text);
  } else {
    await input.focus();
    await viewer.page.keyboard.down('Control');
    await viewer.page.keyboard.press('a');
    await viewer.page.keyboard.up('Control');
    await viewer.page.keyboard.press('Backspace');
    await viewer.page.keyboard.type(text);
  }
  await viewer.idle();
  await viewer.press('Escape');
  assert.ok(!(await viewer.has('capacity-form')), 'Escape closes it');
}

/** Is any pixel of a chart's layer in the colour of the capacity's line? */
const hasLine = (viewer, chart) =>
  viewer.page.$eval(byId(chart), (host) => {
    const wanted = getComputedStyle(host)
      .getPropertyValue('--warn')
      .match(/\w\w/g)
      .map((hex) => Number.parseInt(hex, 16));
    const canvas = host.querySelectorAll('canvas')[1];
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    let row = 0;
    for (let i = 0; i < data.length; i += 4) {
      if (i % (canvas.width * 4) === 0) row = 0;
      if (wanted.every((value, k) => Math.abs(value - data[i + k]) < 3) && data[i + 3] > 250) row++;
      if (row > canvas.width / 2) return true;
    }
    return false;
  });

viewerTest('nothing is said of a chip that nobody knows', async (viewer) => {
  await viewer.load(SAMPLE);
  assert.ok(!(await viewer.has('verdict')));
  assert.equal(await viewer.text('capacity-picker'), 'Capacity');
  assert.ok(!(await hasLine(viewer, CURVE)));
});

viewerTest('a typed size: the verdict, the line, the first point above it', async (viewer) => {
  await viewer.load(SAMPLE);
  const { sum } = await facts(viewer);
  await pick(viewer, 'capacity-size', '1 GB');
  const said = await viewer.text('verdict');
  assert.match(said, /^Does not fit in 1\.00 GiB: 584\.0 MiB over/);
  assert.match(said, /Allocated 1\.57 GiB; live peak 1\.54 GiB, 551\.5 MiB over/);
  assert.match(await viewer.text('capacity-picker'), /Capacity 1\.00 GiB/);
  assert.ok(await hasLine(viewer, CURVE));
  assert.ok(await hasLine(viewer, 'map-chart'));
  await viewer.press('Tab');
  await viewer.page.focus(byId('first-above'));
  await viewer.press('Enter');
  const at = await facts(viewer);
  assert.match(at.where, /^Live .* at point 85 of 328/);
  assert.ok(at.peak > GiB, 'the point is above it');
  await viewer.click('step-previous-point');
  assert.ok((await facts(viewer)).peak <= GiB, 'the point before is not');

  // Exactly what is needed fits; one byte less does not.
  await viewer.press('p');
  await pick(viewer, 'capacity-size', `${sum.Allocated}`);
  assert.match(await viewer.text('verdict'), /^Fits in 1\.57 GiB with 0 B to spare/);
  assert.ok(!(await viewer.has('first-above')));
  await pick(viewer, 'capacity-size', `${sum.Allocated - 1}`);
  assert.match(await viewer.text('verdict'), /^Does not fit in 1\.57 GiB: 1 B over/);
});

viewerTest('a chip, what others hold of it, and each memory space by its own size', async (viewer) => {
  await viewer.load(SAMPLE);
  await pick(viewer, 'capacity-chip', 'TPU v5e');
  assert.match(await viewer.text('verdict'), /^Fits in TPU v5e \(15\.75 GiB usable\) with 14\.18 GiB to spare/);
  await pick(viewer, 'capacity-baseline', '15GiB');
  assert.match(
    await viewer.text('verdict'),
    /^Does not fit in TPU v5e \(15\.75 GiB − 15\.00 GiB held = 768\.0 MiB usable\)/,
  );
  assert.ok(await hasLine(viewer, CURVE));
  await pointAt(viewer, CURVE, 0.45);
  assert.match(await viewer.text('curve-tip'), /Over capacity [\d.]+ MiB/);
  await viewer.pickSpace(1);
  assert.match(await viewer.text('verdict'), /TPU v5e \(128\.0 MiB/);
  await viewer.pickSpace(2);
  assert.ok(!(await viewer.has('verdict')), 'no size is known for sync flags');
  await viewer.pickSpace(0);
  await pick(viewer, 'capacity-chip', 'none');
  assert.ok(!(await viewer.has('verdict')));
});

viewerTest('what is no size is said and changes nothing', async (viewer) => {
  await viewer.load(SAMPLE);
  await pick(viewer, 'capacity-size', '2GiB');
  await viewer.click('capacity-picker');
  await viewer.page.focus(byId('capacity-size'));
  await viewer.page.keyboard.type(' or so');
  await viewer.idle();
  assert.equal(await viewer.page.$eval(byId('capacity-size'), (e) => e.getAttribute('aria-invalid')), 'true');
  assert.match(await viewer.text('capacity-form'), /Not a size/);
  assert.match(await viewer.text('verdict'), /^Fits in 2\.00 GiB/);
});

viewerTest('the choice is in the link', async (viewer) => {
  await viewer.load(SAMPLE);
  await pick(viewer, 'capacity-chip', 'TPU v4');
  await pick(viewer, 'capacity-baseline', '30GiB');
  const said = await viewer.text('verdict');
  assert.match(said, /^Does not fit in TPU v4/);
  await viewer.page.waitForFunction(() => location.hash.includes('l='));
  const link = await hash(viewer);
  assert.match(link, /;h=TPU%20v4;l=0-32212254720$/);
  await viewer.page.reload();
  await viewer.idle();
  await viewer.load(SAMPLE);
  assert.equal(await viewer.text('verdict'), said);
  assert.equal(await hash(viewer), link);
});

viewerTest(
  'a broken capacity in a link does no harm',
  async (viewer) => {
    await viewer.load(STEP);
    assert.ok(!(await viewer.has('verdict')));
    assert.match(await viewer.text('headline'), /^Peak 25\.39 MiB/);
  },
  { hash: '#1;m=jit_train_step;s=0;h=TPU%20v99;z=0-x.1;l=7-', on: BOTH.slice(0, 1) },
);

const FOLDER = 'jax/hbm_oom';
const NAME = 'module_0000.jit_train_step.cl_1014260217';
const OOM = sharedFile(FOLDER, `${NAME}.after_optimizations.hlo.pb`);
const CHIP = sharedFile(FOLDER, `${NAME}.target_arguments.txt`);

viewerTest(
  'a real program that ran out of memory: the chip is told by the file beside it',
  async (viewer) => {
    await viewer.load(OOM, CHIP);
    const said = await viewer.text('verdict');
    assert.match(said, /^Does not fit in TPU v5e \(15\.75 GiB usable\): 270\.6 GiB over/);
    assert.ok(await hasLine(viewer, CURVE));
    await viewer.click('first-above');
    assert.match(await viewer.text('headline'), /^Live 21\.22 GiB at point 15 of 1,750/);
    const text = execFileSync(process.execPath, [cli, OOM, CHIP], { encoding: 'utf8' });
    assert.match(text, /\nDoes not fit in TPU v5e \(15\.75 GiB usable\): 270\.6 GiB over\n/);
    assert.match(text, /live bytes first pass it at point 15, /);
  },
  { skip: unlessShared(OOM) },
);

viewerTest('the command line says the same', async (viewer) => {
  await viewer.load(SAMPLE);
  await pick(viewer, 'capacity-size', '1GiB');
  const said = await viewer.text('verdict');
  const text = execFileSync(process.execPath, [cli, SAMPLE, '--capacity', '1GiB'], { encoding: 'utf8' });
  const [verdict, detail] = text.slice(text.indexOf('Does not fit')).split('\n');
  assert.ok(said.startsWith(`${verdict} ${detail.trim()}`), `${said}\n${verdict}\n${detail}`);
  const { capacity } = JSON.parse(
    execFileSync(process.execPath, [cli, SAMPLE, '--capacity', '1GiB', '--json'], { encoding: 'utf8', maxBuffer: GiB }),
  );
  assert.equal(capacity.usable, GiB);
  assert.equal(capacity.firstPointAbove, 85);
  assert.equal(capacity.allocated.fits, false);
});

// Also on what the repository itself has of GPU: the size is in gpu_target_config.pbtxt.
const GPU = (end) => join(inRoot('tests/data/jax/gpu_decode'), `module_0001.jit_generate.${end}`);
viewerTest(
  'the memory of a GPU is told by its target config',
  async (viewer) => {
    await viewer.load(GPU('sm_9.0a_gpu_after_optimizations.hlo.pb'), GPU('gpu_target_config.pbtxt'));
    assert.match(await viewer.text('verdict'), /^Fits in H100 80GB \(79\.14 GiB usable\)/);
  },
  { on: BOTH.slice(0, 1) },
);
