// The memory map: what lies where, hover and selection, zoom and pan on both axes, the schedule axis, colours, folding,
// the scrubber, the selected range, the minimap, and the table that says the same.
import assert from 'node:assert/strict';
import { boxOf, painted, pictureOf, pointAway, press } from './lib/chart.mjs';
import { report } from './lib/cli.mjs';
import { PADDING, SAMPLE } from './lib/files.mjs';
import { viewerTest } from './lib/suite.mjs';
import { byId } from './lib/viewer.mjs';

const MAP = 'map-chart';
const number = (text) => Number(text.replaceAll(',', ''));

async function pointTo(viewer, x, y) {
  const box = await boxOf(viewer, MAP);
  await viewer.page.mouse.move(box.x + box.width * x, box.y + box.height * y + 1);
  await viewer.page.mouse.move(box.x + box.width * x, box.y + box.height * y);
  await viewer.idle();
}

/** What is marked on the page when the pointer is over the sample's largest temporary: a wide block near the top. */
const ON_LARGEST = [0.7, 0.06];

viewerTest('a block under the pointer is outlined, its card shown, and marked everywhere', async (viewer) => {
  await viewer.load(SAMPLE);
  await pointTo(viewer, ...ON_LARGEST);
  assert.match(await viewer.text('details'), /^fusion\.972\{1\} 128\.0 MiB/);
  const tip = await viewer.text('map-tip');
  assert.match(tip, /Address .* Point \d+ Live .* Free below extent/);
  assert.ok(await painted(viewer, 'curve-chart', 'hover'), 'lifetime on the curve');
  assert.ok(await painted(viewer, 'strip-chart-size', 'hover'), 'mark in the strip');
  const whole = await pictureOf(viewer, MAP, 'data');
  await pointAway(viewer);
  assert.ok(!(await viewer.has('map-tip')));
  assert.equal(await pictureOf(viewer, MAP, 'data'), whole, 'hovering repaints the top layer only');
});

viewerTest('a click selects the block; on free memory it chooses the point', async (viewer) => {
  await viewer.load(SAMPLE);
  await pointTo(viewer, ...ON_LARGEST);
  await press(viewer);
  await pointAway(viewer);
  assert.match(await viewer.text('details'), /128\.0 MiB/);
  assert.match(await viewer.text('headline'), /^Peak/, 'it is live at the peak');
  await pointTo(viewer, 0.12, 0.2);
  await press(viewer);
  assert.match(await viewer.text('headline'), /^Live .* at point \d+ of/);
  await viewer.press('p');
  assert.match(await viewer.text('headline'), /^Peak/);
});

viewerTest('the wheel zooms x, with Shift addresses; f fits; z zooms to the selected buffer', async (viewer) => {
  await viewer.load(SAMPLE);
  await viewer.page.setViewport({ width: 1440, height: 1200 });
  await viewer.idle();
  const whole = await pictureOf(viewer, MAP, 'data');
  await pointTo(viewer, 0.6, 0.4);
  await viewer.page.mouse.wheel({ deltaY: -300 });
  await viewer.idle();
  assert.match(await viewer.text('curve-reset'), /Points \d+–\d+/);
  assert.ok(!/GiB–/.test(await viewer.text('map')), 'addresses stay');
  await viewer.page.keyboard.down('Shift');
  await viewer.page.mouse.wheel({ deltaY: -300 });
  await viewer.page.keyboard.up('Shift');
  await viewer.idle();
  assert.match(await viewer.text('map'), /[MG]iB–/);
  await viewer.press('f');
  assert.ok(!(await viewer.has('curve-reset')));
  await pointAway(viewer);
  assert.equal(await pictureOf(viewer, MAP, 'data'), whole);

  await pointTo(viewer, ...ON_LARGEST);
  await press(viewer);
  await viewer.press('z');
  const [, from, to] = /Points ([\d,]+)–([\d,]+)/.exec(await viewer.text('curve-reset'));
  const card = await viewer.text('details');
  const [, start, end] = /point ([\d,]+) to ([\d,]+)/.exec(card);
  assert.ok(number(from) <= number(start) && number(end) <= number(to), `${from}–${to} holds ${start}–${end}`);
});

viewerTest('the schedule axis counts instructions; the part shown stays the same part', async (viewer) => {
  await viewer.load(SAMPLE);
  const events = await pictureOf(viewer, MAP, 'data');
  await viewer.clickOn(`${byId('axis-switch')} input[value="1"]`);
  assert.notEqual(await pictureOf(viewer, MAP, 'data'), events);
  await pointTo(viewer, 0.5, 0.5);
  const box = await boxOf(viewer, 'curve-chart');
  await viewer.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await viewer.idle();
  assert.match(await viewer.text('curve-tip'), /^Position [\d,]+ of [\d,]+ · Point [\d,]+ of 328/);
  await viewer.press('x');
  await pointAway(viewer);
  assert.equal(await pictureOf(viewer, MAP, 'data'), events);
});

viewerTest('colours change with the legend, and classes can be left out', async (viewer) => {
  await viewer.load(SAMPLE);
  const byType = await pictureOf(viewer, MAP, 'data');
  assert.match(await viewer.text('map-legend'), /Temporary 1\.27 GiB/);
  await viewer.page.select(byId('color-by'), '2');
  await viewer.idle();
  assert.match(await viewer.text('map-legend'), /copy-start .* fusion/);
  assert.notEqual(await pictureOf(viewer, MAP, 'data'), byType);
  await viewer.page.select(byId('color-by'), '0');
  await viewer.idle();
  assert.equal(await pictureOf(viewer, MAP, 'data'), byType);
  await viewer.clickOn(`${byId('map-legend')} li:last-child button`);
  const without = await pictureOf(viewer, MAP, 'data');
  assert.notEqual(without, byType);
  await viewer.clickOn(`${byId('map-legend')} li:last-child button`);
  await pointAway(viewer);
  assert.equal(await pictureOf(viewer, MAP, 'data'), byType);
});

viewerTest('whole-program bands fold where they would take most of the map', async (viewer) => {
  await viewer.load(PADDING);
  assert.equal(await viewer.text('map-fold'), 'Unfold');
  const folded = await pictureOf(viewer, MAP, 'data');
  await viewer.click('map-fold');
  assert.equal(await viewer.text('map-fold'), 'Fold');
  assert.notEqual(await pictureOf(viewer, MAP, 'data'), folded);
});

viewerTest('stepping, local peaks, and going to an instruction', async (viewer) => {
  await viewer.load(SAMPLE);
  const { overview } = report(SAMPLE);
  const point = async () => number(/point ([\d,]+) of/.exec(await viewer.text('headline'))[1]);
  await viewer.press('ArrowRight');
  assert.equal(await point(), overview.peakPoint + 1);
  await viewer.click('step-next-local-peak');
  const next = await point();
  assert.ok(next > overview.peakPoint + 1);
  await viewer.click('step-previous-local-peak');
  assert.ok((await point()) < next);
  await viewer.press('g');
  await viewer.page.keyboard.type('fusion.972');
  await viewer.press('Enter');
  assert.match(await viewer.text('headline'), /fusion\.972/);
  await viewer.press('Escape', 'g');
  await viewer.page.keyboard.type('12');
  await viewer.press('Enter');
  assert.equal(await point(), 12);
});

viewerTest('dragging with Shift selects a range, Enter zooms to it, Escape lets go', async (viewer) => {
  await viewer.load(SAMPLE);
  const box = await boxOf(viewer, MAP);
  await viewer.page.keyboard.down('Shift');
  await viewer.page.mouse.move(box.x + box.width * 0.3, box.y + box.height / 2);
  await viewer.page.mouse.down();
  await viewer.page.mouse.move(box.x + box.width * 0.5, box.y + box.height / 2, { steps: 4 });
  await viewer.page.mouse.up();
  await viewer.page.keyboard.up('Shift');
  await viewer.idle();
  const [, from, to] = /Selected ([\d,]+)–([\d,]+)/.exec(await viewer.text('selected-range'));
  assert.ok(number(from) > 60 && number(to) < 200 && number(to) - number(from) > 40, `${from}–${to}`);
  await viewer.click('zoom-to-range');
  assert.match(await viewer.text('curve-reset'), new RegExp(`${from}–${to}`));
  await viewer.press('Escape');
  assert.ok(!(await viewer.has('selected-range')));
});

viewerTest('the minimap moves the part shown, by mouse and by keys', async (viewer) => {
  await viewer.load(SAMPLE);
  const box = await boxOf(viewer, 'minimap');
  await viewer.page.mouse.move(box.x + box.width * 0.2, box.y + box.height / 2);
  await viewer.page.mouse.down();
  await viewer.page.mouse.move(box.x + box.width * 0.4, box.y + box.height / 2, { steps: 5 });
  await viewer.page.mouse.up();
  await viewer.idle();
  const range = async () =>
    /Points ([\d,]+)–([\d,]+)/
      .exec(await viewer.text('curve-reset'))
      .slice(1)
      .map(number);
  const [from, to] = await range();
  assert.ok(to - from < 120, `${from}–${to}`);
  await viewer.page.focus(byId('minimap'));
  await viewer.press('ArrowRight');
  const [moved] = await range();
  assert.ok(moved > from);
  await viewer.press('0');
  assert.ok(!(await viewer.has('curve-reset')));
});

viewerTest('keys move a crosshair, and the table says what the picture says', async (viewer) => {
  await viewer.load(SAMPLE);
  await viewer.page.focus(byId(MAP));
  await viewer.press('ArrowDown', 'ArrowDown', 'ArrowRight');
  assert.match(await viewer.text('map-tip'), /Address/);
  await viewer.click('map-as-table');
  const rows = await viewer.page.$$eval(`${byId('map-table')} tbody tr`, (list) => list.length);
  assert.ok(rows > 3);
  await viewer.clickOn(`${byId('map-table')} tbody tr:first-child button`);
  assert.ok(await painted(viewer, MAP, 'hover'));
});
