// Strips hold everything: what is too small to be seen alone is put together and opens on a click, and the wheel and the
// keyboard zoom; there is always a way back.
import assert from 'node:assert/strict';
import { boxOf, clickAt, pictureOf, pointAt, press } from './lib/chart.mjs';
import { SAMPLE } from './lib/files.mjs';
import { viewerTest } from './lib/suite.mjs';
import { byId } from './lib/viewer.mjs';

const STRIP = 'strip-chart-size';
const trail = (viewer) =>
  viewer.page.$eval(byId('strip-size'), (e) =>
    (e.querySelector('nav')?.innerText ?? '').replaceAll(/\s+/g, ' ').trim(),
  );

/** Clicks what is put together until a single buffer is reached; returns how many clicks it took. */
async function openUntilAlone(viewer, share) {
  for (let clicks = 0; clicks < 8; clicks++) {
    await pointAt(viewer, STRIP, share);
    const tip = await viewer.text('strip-tip');
    if (!/^\+[\d,]+ small/.test(tip)) return clicks;
    await press(viewer);
  }
  throw new Error('never reached a single buffer');
}

viewerTest('small buffers put together open on a click, down to a single one, and lead back', async (viewer) => {
  await viewer.load(SAMPLE);
  const whole = await pictureOf(viewer, STRIP, 'data');
  await pointAt(viewer, STRIP, 0.99);
  assert.match(await viewer.text('strip-tip'), /^\+\d+ small, [\d.]+ [KM]iB · click to open$/);
  assert.ok(!(await viewer.has('card')), 'several buffers have no card');

  const clicks = await openUntilAlone(viewer, 0.99);
  assert.ok(clicks >= 1);
  assert.match(await trail(viewer), /^All › /);
  await press(viewer);
  assert.ok(await viewer.has('card'), 'a single one is pinned by a click');

  await viewer.clickOn(`${byId('strip-size')} [data-testid="strip-all"]`);
  assert.equal(await trail(viewer), '');
  assert.equal(await pictureOf(viewer, STRIP, 'data'), whole);
});

viewerTest('the way back goes step by step', async (viewer) => {
  await viewer.load(SAMPLE);
  await viewer.page.focus(byId(STRIP));
  await viewer.press('End');
  await viewer.press('Enter');
  const first = await trail(viewer);
  assert.match(first, /^All › /);
  await viewer.press('Home');
  await viewer.press('Enter');
  if ((await trail(viewer)) !== first) {
    await viewer.press('Backspace');
    assert.equal(await trail(viewer), first);
  }
  await viewer.press('Backspace');
  assert.equal(await trail(viewer), '');
});

viewerTest('wheel zooms a strip at the pointer, drag moves it, double click shows all', async (viewer) => {
  await viewer.load(SAMPLE);
  const whole = await pictureOf(viewer, STRIP, 'data');
  await pointAt(viewer, STRIP, 0.2);
  const name = await viewer.text('strip-tip');
  for (let i = 0; i < 4; i++) await viewer.page.mouse.wheel({ deltaY: -240 });
  await viewer.idle();
  assert.equal(await viewer.text('strip-tip'), name, 'what is under the pointer stays there');
  const zoomed = await pictureOf(viewer, STRIP, 'data');
  assert.notEqual(zoomed, whole);

  const box = await boxOf(viewer, STRIP);
  const y = box.y + box.height / 2;
  await viewer.page.mouse.move(box.x + 300, y);
  await viewer.page.mouse.down();
  await viewer.page.mouse.move(box.x + 340, y, { steps: 4 });
  await viewer.page.mouse.move(box.x + 380, y, { steps: 4 });
  await viewer.page.mouse.up();
  await viewer.idle();
  assert.notEqual(await pictureOf(viewer, STRIP, 'data'), zoomed, 'dragging moves');
  assert.ok(!(await viewer.page.$(`${byId('card')} [aria-pressed="true"]`)), 'and does not pin');

  await viewer.page.mouse.click(box.x + 300, y, { count: 2 });
  await viewer.idle();
  assert.equal(await pictureOf(viewer, STRIP, 'data'), whole, 'a double click shows all');
});

viewerTest('another program point opens its own strips', async (viewer) => {
  await viewer.load(SAMPLE);
  await clickAt(viewer, 'curve-chart', 0.3);
  assert.match(await viewer.text('headline'), /^Live /);
  assert.match(await viewer.text('strips'), /^Live at point \d+/);
  assert.match(await viewer.text('largest'), /^Largest at this point/);
  await viewer.click('back-to-peak');
  assert.match(await viewer.text('headline'), /^Peak /);
});
