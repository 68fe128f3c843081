// Back and forward: module, memory space, point and selection are places to come back to; steps in quick succession are
// one, and zoom or search are none.
import assert from 'node:assert/strict';
import { CURVE, clickAt, pointAt } from './lib/chart.mjs';
import { SAMPLE } from './lib/files.mjs';
import { viewerTest } from './lib/suite.mjs';
import { byId } from './lib/viewer.mjs';

const entries = (viewer) => viewer.page.evaluate(() => history.length);
const pause = () => new Promise((resolve) => setTimeout(resolve, 1100));
const cardName = async (viewer) =>
  (await viewer.has('card')) ? viewer.page.$eval(`${byId('card')} h2`, (e) => e.textContent.trim()) : null;

async function go(viewer, key) {
  await viewer.page.keyboard.down('Alt');
  await viewer.page.keyboard.press(key);
  await viewer.page.keyboard.up('Alt');
  // The browser answers in its own time.
  await new Promise((resolve) => setTimeout(resolve, 150));
  await viewer.idle();
}
const back = (viewer) => go(viewer, 'ArrowLeft');
const forward = (viewer) => go(viewer, 'ArrowRight');

viewerTest('back and forward restore space, point and selection', async (viewer) => {
  await viewer.load(SAMPLE);
  const here = async () => [
    await viewer.text('headline'),
    await cardName(viewer),
    await viewer.page.evaluate(() => location.hash),
  ];
  const places = [await here()];
  const step = async (action) => {
    await pause();
    await action();
    places.push(await here());
  };
  await step(() => viewer.clickOn('.largest-row'));
  await step(async () => {
    await viewer.press('Escape');
    await clickAt(viewer, CURVE, 0.3);
    await viewer.page.mouse.move(2, 2);
  });
  await step(() => viewer.pickSpace(1));
  await step(() => viewer.clickOn('.largest-row'));
  assert.equal(new Set(places.map(String)).size, places.length);

  for (const place of places.slice(0, -1).reverse()) {
    // The third step made two places: the selection was let go, then a point chosen.
    for (let i = 0; i < 2 && String(await here()) !== String(place); i++) await back(viewer);
    assert.deepEqual(await here(), place);
  }
  for (const place of places.slice(1)) {
    for (let i = 0; i < 2 && String(await here()) !== String(place); i++) await forward(viewer);
    assert.deepEqual(await here(), place);
  }
});

viewerTest('quick steps of one kind are one place, zoom and search are none', async (viewer) => {
  await viewer.load(SAMPLE);
  await viewer.clickOn('.largest-row');
  await pause();
  const before = await entries(viewer);
  await pointAt(viewer, CURVE, 0.4);
  await viewer.page.mouse.wheel({ deltaY: -300 });
  await viewer.idle();
  await viewer.press('/');
  await viewer.page.keyboard.type('copy');
  await viewer.idle();
  assert.match(await viewer.page.evaluate(() => location.hash), /;x=\d+-\d+;.*q=copy$/);
  assert.equal(await entries(viewer), before);
  for (let i = 0; i < 4; i++) await viewer.page.keyboard.press('Enter');
  await viewer.idle();
  assert.ok((await entries(viewer)) <= before + 1, 'four matches in a row');
});

viewerTest('a link opens the search, too', async (viewer) => {
  await viewer.load(SAMPLE);
  await viewer.press('/');
  await viewer.page.keyboard.type('op:/dot_general$/ size>1MiB');
  await viewer.idle();
  const said = await viewer.text('search-line');
  await viewer.page.reload();
  await viewer.idle();
  await viewer.load(SAMPLE);
  assert.equal(await viewer.text('search-line'), said);
});
