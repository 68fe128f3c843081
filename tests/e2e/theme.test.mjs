// Light and dark: as the system says, until the switch says otherwise; remembered; charts follow.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { launch } from './lib/browser.mjs';
import { CURVE, pictureOf } from './lib/chart.mjs';
import { SAMPLE } from './lib/files.mjs';
import { theServer, viewerTest } from './lib/suite.mjs';
import { Viewer } from './lib/viewer.mjs';

/** 0 black to 255 white. */
const brightness = (viewer) =>
  viewer.page.evaluate(() => {
    const [r, g, b] = getComputedStyle(document.documentElement).backgroundColor.match(/\d+/g).map(Number);
    return 0.2 * r + 0.7 * g + 0.1 * b;
  });
const isDark = async (viewer) => (await brightness(viewer)) < 80;

viewerTest('the switch goes through system, light and dark, and is remembered', async (viewer) => {
  await viewer.load(SAMPLE);
  assert.equal(await isDark(viewer), false);
  const light = await pictureOf(viewer, CURVE, 'data');
  await viewer.click('theme'); // light
  assert.equal(await isDark(viewer), false);
  await viewer.press('t'); // dark
  assert.equal(await isDark(viewer), true);
  assert.notEqual(await pictureOf(viewer, CURVE, 'data'), light, 'charts are redrawn');
  await viewer.page.reload();
  await viewer.idle();
  assert.equal(await isDark(viewer), true, 'remembered');
  await viewer.click('theme'); // system
  assert.equal(await isDark(viewer), false);
});

viewerTest('follows the system while nothing else was chosen', async (viewer) => {
  if (viewer.browserName !== 'chromium') return; // Firefox cannot switch while it runs; see below
  await viewer.load(SAMPLE);
  const light = await pictureOf(viewer, CURVE, 'data');
  await viewer.setScheme('dark');
  await viewer.idle();
  assert.equal(await isDark(viewer), true);
  assert.notEqual(await pictureOf(viewer, CURVE, 'data'), light);
  await viewer.click('theme'); // light, whatever the system says
  assert.equal(await isDark(viewer), false);
  assert.equal(await pictureOf(viewer, CURVE, 'data'), light);
});

test('starts dark in a dark Firefox', { timeout: 60_000 }, async () => {
  const engine = await launch('firefox', { scheme: 'dark' });
  try {
    const viewer = await Viewer.open(engine, await theServer());
    assert.equal(await isDark(viewer), true);
    viewer.mustBeSilent();
  } finally {
    await engine.close();
  }
});
