// The curve: tooltip, zoom, pan and reset by mouse and keys, and the table that says the same.
import assert from 'node:assert/strict';
import { boxOf, CURVE, clickAt, painted, pictureOf, pointAt, pointAway } from './lib/chart.mjs';
import { report } from './lib/cli.mjs';
import { SAMPLE } from './lib/files.mjs';
import { viewerTest } from './lib/suite.mjs';
import { byId } from './lib/viewer.mjs';

const number = (text) => Number(text.replaceAll(',', ''));
const tipPoint = async (viewer) => number(/^Point ([\d,]+)/.exec(await viewer.text('curve-tip'))[1]);
/** [from, to] of the part that is shown, or null. */
async function shownRange(viewer) {
  if (!(await viewer.has('curve-reset'))) return null;
  const [, from, to] = /Points ([\d,]+)–([\d,]+)/.exec(await viewer.text('curve-reset'));
  return [number(from), number(to)];
}

viewerTest('the tooltip tells point, instruction, live bytes and change, as the command line does', async (viewer) => {
  await viewer.load(SAMPLE);
  const { curve, overview } = report(SAMPLE);
  for (const share of [0.15, 0.5, 0.85]) {
    await pointAt(viewer, CURVE, share);
    const tip = await viewer.text('curve-tip');
    const point = await tipPoint(viewer);
    assert.match(tip, new RegExp(`^Point ${point} of ${overview.points} \\S+`), 'instruction');
    const [, value, unit] = /Live ([\d.]+) ([KMGT])iB/.exec(tip);
    const live = curve.live[point] / 1024 ** 'BKMGT'.indexOf(unit);
    assert.ok(Math.abs(live - Number(value)) <= 0.051, `${tip} should tell ${curve.live[point]} bytes`);
    const change = curve.live[point] - curve.live[point - 1];
    const sign = change > 0 ? '\\+' : change < 0 ? '−' : '±';
    assert.match(tip, new RegExp(`Change ${sign}`));
    assert.match(tip, /Unpadded .* Extent .* Buffers \d+$/);
  }
  await pointAway(viewer);
  assert.ok(!(await viewer.has('curve-tip')));
});

viewerTest('wheel zooms at the pointer, drag pans, double click and button reset', async (viewer) => {
  await viewer.load(SAMPLE);
  const whole = await pictureOf(viewer, CURVE, 'data');
  await pointAt(viewer, CURVE, 0.4);
  const point = await tipPoint(viewer);
  for (let i = 0; i < 3; i++) await viewer.page.mouse.wheel({ deltaY: -240 });
  await viewer.idle();
  assert.ok(Math.abs((await tipPoint(viewer)) - point) <= 1, 'the point under the pointer stays');
  const [from, to] = await shownRange(viewer);
  assert.ok(from < point && point < to && to - from < 328 / 2, `${from}–${to}`);

  const box = await boxOf(viewer, CURVE);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await viewer.page.mouse.move(x, y);
  await viewer.page.mouse.down();
  await viewer.page.mouse.move(x - 80, y, { steps: 4 });
  await viewer.page.mouse.move(x - 160, y, { steps: 4 });
  await viewer.page.mouse.up();
  await viewer.idle();
  const [panned, end] = await shownRange(viewer);
  assert.ok(panned > from && Math.abs(end - panned - (to - from)) <= 1, `panned to ${panned}–${end}`);
  assert.match(await viewer.text('headline'), /^Peak/, 'a drag chooses no point');

  await viewer.click('curve-reset');
  assert.equal(await shownRange(viewer), null);
  await pointAway(viewer);
  assert.equal(await pictureOf(viewer, CURVE, 'data'), whole);

  await pointAt(viewer, CURVE, 0.4);
  await viewer.page.mouse.wheel({ deltaY: -480 });
  await viewer.idle();
  assert.ok(await shownRange(viewer));
  const again = await boxOf(viewer, CURVE);
  await viewer.page.mouse.click(again.x + again.width / 2, again.y + again.height / 2, { count: 2 });
  await viewer.idle();
  assert.equal(await shownRange(viewer), null, 'a double click shows all');
});

viewerTest('the wheel scrolls the page again where zooming out ends', async (viewer) => {
  await viewer.load(SAMPLE);
  await viewer.page.setViewport({ width: 1024, height: 600 });
  await viewer.idle();
  await pointAt(viewer, CURVE, 0.4);
  const before = await viewer.page.evaluate(() => scrollY);
  await viewer.page.mouse.wheel({ deltaY: 200 });
  await viewer.page.waitForFunction((y) => scrollY > y, { timeout: 5000 }, before);
});

viewerTest('keys move the point, zoom, go to local peaks and back', async (viewer) => {
  await viewer.load(SAMPLE);
  const { overview } = report(SAMPLE);
  await viewer.press('c');
  assert.equal(await tipPoint(viewer), overview.peakPoint, 'the cursor starts at the peak');
  await viewer.press('ArrowRight', 'ArrowRight');
  assert.equal(await tipPoint(viewer), overview.peakPoint + 2);
  await viewer.press('Home');
  assert.equal(await tipPoint(viewer), 0);
  await viewer.press('End');
  assert.equal(await tipPoint(viewer), overview.points - 1);
  await viewer.press('+', '+', '+');
  const [, to] = await shownRange(viewer);
  assert.equal(to, overview.points, 'zooms at the cursor');
  await viewer.press('PageUp');
  const peak = await tipPoint(viewer);
  assert.ok(peak < overview.points - 1, 'the local peak before');
  assert.match(await viewer.text('headline'), new RegExp(`point ${peak} of`));
  await viewer.press('0', 'End');
  assert.equal(await shownRange(viewer), null);
  await viewer.press('Enter');
  assert.match(await viewer.text('headline'), new RegExp(`^Live .* point ${overview.points - 1}`));
  await viewer.press('p');
  assert.match(await viewer.text('headline'), /^Peak/);
});

viewerTest('a chosen point is marked on the curve, and the peak is a click away', async (viewer) => {
  await viewer.load(SAMPLE);
  await clickAt(viewer, CURVE, 0.8);
  await pointAway(viewer);
  const mark = await painted(viewer, CURVE, 'hover');
  assert.ok(mark && mark.right - mark.left < 8, 'a line at the chosen point');
  const { overview, curve } = report(SAMPLE);
  const headline = await viewer.text('headline');
  const point = number(/point ([\d,]+) of/.exec(headline)[1]);
  const exact = await viewer.page.$eval(`${byId('headline')} .headline-value [hidden]`, (e) => e.textContent);
  assert.ok(exact.startsWith(`${curve.live[point].toLocaleString('en-US')} bytes`), exact);
  assert.notEqual(point, overview.peakPoint);
  await viewer.click('back-to-peak');
  assert.equal(await painted(viewer, CURVE, 'hover'), null);
});

viewerTest('the table lists local peaks, highest first, and leads to them', async (viewer) => {
  await viewer.load(SAMPLE);
  await viewer.click('curve-as-table');
  const rows = await viewer.page.$$eval(`${byId('curve-table')} tbody tr`, (list) =>
    list.map((row) => [...row.cells].map((cell) => cell.innerText.trim())),
  );
  const { overview, curve } = report(SAMPLE);
  assert.equal(number(rows[0][0]), overview.peakPoint);
  const live = rows.map(([point]) => curve.live[number(point)]);
  assert.deepEqual(
    live,
    live.toSorted((a, b) => b - a),
  );
  assert.ok(rows.length > 3);
  await viewer.clickOn(`${byId('curve-table')} tbody tr:nth-child(2) button`);
  assert.match(await viewer.text('headline'), new RegExp(`^Live .* point ${rows[1][0]} of`));
  await viewer.click('curve-as-table');
  assert.ok(!(await viewer.has('curve-table')));
});
