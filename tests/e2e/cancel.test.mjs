// Reading takes a while: the page says how far it is, stays usable, and Cancel ends it.
import assert from 'node:assert/strict';
import { SAMPLE, STEP, sharedFile, slowProfile, unlessShared } from './lib/files.mjs';
import { viewerTest } from './lib/suite.mjs';
import { byId } from './lib/viewer.mjs';

const slow = slowProfile();

viewerTest('progress tells bytes, the page answers meanwhile, Cancel leads back to the start', async (viewer) => {
  await viewer.choose(slow);
  const says = await viewer.text('progress');
  assert.match(says, /Reading slow\.xplane\.pb\.gz .* of [\d.]+ [KM]iB/);
  const answer = await viewer.page.evaluate(async () => {
    const start = performance.now();
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return performance.now() - start;
  });
  assert.ok(answer < 1000, `a frame took ${answer.toFixed(0)} ms`);
  await viewer.click('cancel');
  assert.ok(await viewer.has('start'));
  assert.ok(!(await viewer.has('progress')));
  assert.ok(!(await viewer.has('failures')), 'nothing to complain about');
  await viewer.load(STEP);
  assert.match(await viewer.text('headline'), /^Peak 25\.39 MiB/);
});

viewerTest('Cancel keeps what was open, as it was', async (viewer) => {
  await viewer.load(SAMPLE);
  await viewer.pickSpace(1);
  const before = await viewer.text('headline');
  await viewer.choose(slow);
  await viewer.page.waitForSelector(byId('cancel'));
  await viewer.click('cancel');
  assert.equal(await viewer.text('headline'), before);
  assert.match(await viewer.text('files-menu'), /train_step/);
});

const huge = sharedFile('jax/transformer_huge/module_0000.jit_train_step.cl_1014260217.after_optimizations.hlo.pb.gz');
viewerTest(
  'a huge program opens and answers quickly',
  async (viewer) => {
    await viewer.load(huge);
    assert.match(await viewer.text('headline'), /^Peak [\d.]+ GiB/);
    const start = performance.now();
    await viewer.press('2');
    await viewer.press('ArrowRight', 'ArrowRight', 'ArrowRight');
    assert.match(await viewer.text('strip-tip'), /small|[KMG]iB/);
    assert.ok(performance.now() - start < 5000, 'moving along a strip is quick');
  },
  { skip: unlessShared(huge) },
);
