// The URL's hash says where one is, so that a link or a reload leads back there once the file is open again.
import assert from 'node:assert/strict';
import { CURVE, clickAt, pointAt } from './lib/chart.mjs';
import { SAMPLE, STEP } from './lib/files.mjs';
import { ALL_WAYS, BOTH, viewerTest } from './lib/suite.mjs';
import { byId } from './lib/viewer.mjs';

const hash = (viewer) => viewer.page.evaluate(() => location.hash);
const cardName = (viewer) => viewer.page.$eval(`${byId('card')} h2`, (e) => e.textContent.trim());

viewerTest(
  'module, memory space, point, zoom and pinned buffer survive a reload',
  async (viewer) => {
    await viewer.load(SAMPLE);
    await viewer.pickSpace(1);
    await clickAt(viewer, CURVE, 0.4);
    await pointAt(viewer, CURVE, 0.4);
    await viewer.page.mouse.wheel({ deltaY: -400 });
    await viewer.idle();
    await viewer.clickOn('.largest-row');
    const there = [await viewer.text('headline'), await viewer.text('curve-reset'), await cardName(viewer)];
    const link = await hash(viewer);
    assert.match(link, /^#1;m=jit_train_step;s=1;p=\d+;x=\d+-\d+;b=\d+$/);

    await viewer.page.reload();
    await viewer.idle();
    assert.match(await viewer.text('start'), /This link points into jit_train_step/);
    await viewer.load(SAMPLE);
    assert.deepEqual([await viewer.text('headline'), await viewer.text('curve-reset'), await cardName(viewer)], there);
    assert.equal(await hash(viewer), link);
  },
  { on: ALL_WAYS },
);

viewerTest(
  'a link into another module waits for it',
  async (viewer) => {
    await viewer.load(STEP);
    assert.match(await viewer.text('headline'), /^Peak 25\.39 MiB/);
    assert.ok(!(await viewer.has('failures')));
  },
  { hash: '#1;m=jit_elsewhere(3);s=4;p=17' },
);

for (const broken of [
  '#1;m=%E0%A4%A;s=x;p=-1;x=9-1;b=99999999',
  '#2;future',
  '#1;m=jit_train_step;s=77;p=999999999;b=999999',
  '#',
])
  viewerTest(
    `a broken link does no harm: ${broken}`,
    async (viewer) => {
      await viewer.load(STEP);
      assert.match(await viewer.text('headline'), /^(Peak|Live) [\d.]+ [MK]iB/);
      await viewer.pickSpace(1);
      assert.match(await viewer.text('headline'), /^Peak 57\.20 MiB/);
    },
    { hash: broken, on: BOTH.slice(0, 1) },
  );
