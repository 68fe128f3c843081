// One selection through all views: pointing at a buffer in a strip shows its card, marks it in the other strips and lays
// its lifetime over the curve; a click keeps it.
import assert from 'node:assert/strict';
import { boxOf, CURVE, clickAt, hue, painted, pointAt, pointAtPx, pointAway, press, STRIPS } from './lib/chart.mjs';
import { report } from './lib/cli.mjs';
import { bytesIn } from './lib/facts.mjs';
import { PADDING, SAMPLE } from './lib/files.mjs';
import { viewerTest } from './lib/suite.mjs';
import { byId } from './lib/viewer.mjs';

const cardName = (viewer) => viewer.page.$eval(`${byId('card')} h2`, (e) => e.textContent.trim());
const middle = ({ left, right }) => (left + right) / 2;

/** {label: value} of the card, and its exact size. */
async function cardFields(viewer) {
  await viewer.page.waitForSelector(byId('card'));
  return viewer.page.$eval(byId('card'), (card) => ({
    name: card.querySelector('h2').textContent.trim(),
    size: card.querySelector('.card-size [hidden]').textContent,
    sizes: card.querySelector('.card-sizes').innerText.replaceAll(/\s+/g, ' '),
    fields: Object.fromEntries(
      [...card.querySelectorAll('.field')].map((field) => [
        field.querySelector('dt').textContent,
        field.querySelector('dd').innerText.replaceAll(/\s+/g, ' ').trim(),
      ]),
    ),
  }));
}

viewerTest('the card has every field of the buffer under the pointer', async (viewer) => {
  await viewer.load(PADDING);
  const buffers = report(PADDING).peakBuffers;
  const seen = new Set();
  for (const share of [0.05, 0.3, 0.5, 0.7, 0.95]) {
    await pointAt(viewer, 'strip-chart-size', share);
    if (!(await viewer.has('card'))) continue;
    const { name, size, sizes, fields } = await cardFields(viewer);
    const truth = buffers.find((buffer) => buffer.name === name && buffer.sizeBytes === bytesIn(size));
    assert.ok(truth, `${name} of ${size} is live at the peak`);
    seen.add(name);
    assert.equal(fields['Shape and layout'], truth.shape);
    assert.equal(fields['Allocation type'], truth.type);
    assert.equal(fields['Memory space'], truth.spaceName);
    assert.equal(fields.Opcode, truth.opcode);
    if (truth.opName) assert.equal(fields['Framework op'], truth.opName);
    if (truth.parameter) assert.ok(fields.Parameter.startsWith(truth.parameter));
    if (truth.sourceFile) assert.ok(fields.Source.includes(`${truth.sourceFile}:${truth.sourceLine}`));
    assert.match(fields.Lifetime, truth.wholeProgram ? /whole program/ : /point [\d,]+ to/);
    assert.match(fields['Allocation and offset'], new RegExp(`^allocation ${truth.allocation}, .* at `));
    if (truth.sizeBytes > truth.unpaddedBytes) {
      assert.match(sizes, /of data \+ .* padding/);
      assert.ok(sizes.includes(truth.paddingReason), sizes);
    } else {
      assert.match(sizes, /no padding/);
    }
  }
  assert.ok(seen.size >= 3, `only saw ${[...seen]}`);
});

viewerTest('a buffer pointed at in one strip is marked in the other two', async (viewer) => {
  await viewer.click('try-sample');
  for (const strip of STRIPS) {
    // Large buffers stand alone in every strip, so that the mark leads back to the same one.
    await pointAt(viewer, strip, strip === 'strip-chart-size' ? 0.2 : 0.95);
    const name = await cardName(viewer);
    for (const other of STRIPS.filter((candidate) => candidate !== strip)) {
      await pointAt(viewer, strip, strip === 'strip-chart-size' ? 0.2 : 0.95);
      const mark = await painted(viewer, other, 'hover');
      assert.ok(mark, `${name} is marked in ${other}`);
      await pointAtPx(viewer, other, middle(mark));
      assert.equal(await cardName(viewer), name, `the mark in ${other} is the same buffer`);
    }
  }
  await pointAway(viewer);
  for (const chart of [...STRIPS, CURVE])
    assert.equal(await painted(viewer, chart, 'hover'), null, `${chart} is clean`);
});

viewerTest('the lifetime lies over the curve: where, how high, in which colour', async (viewer) => {
  await viewer.click('try-sample');
  const tall = {};
  for (const share of [0.02, 0.2]) {
    await clickAt(viewer, 'strip-chart-size', share);
    await pointAway(viewer);
    const { name, size, fields } = await cardFields(viewer);
    const overlay = await painted(viewer, CURVE, 'hover');
    assert.ok(overlay, `${name} has an overlay`);
    const swatch = await viewer.page.$eval(`${byId('card')} .swatch`, (e) => getComputedStyle(e).backgroundColor);
    const apart = Math.abs(hue(overlay.color) - hue(swatch.match(/\d+/g).map(Number)));
    assert.ok(Math.min(apart, 360 - apart) < 12, `${overlay.color} is a shade of ${swatch}`);
    tall[bytesIn(size)] = overlay.bottom - overlay.opaqueTop;

    // Its edges are the program points of the lifetime: the curve's own tooltip tells where they are.
    const [, from, to] = /point ([\d,]+) to ([\d,]+)/.exec(fields.Lifetime).map((n) => Number(n.replaceAll(',', '')));
    const pointUnder = async (x) => {
      await pointAtPx(viewer, CURVE, x);
      return Number(/Point ([\d,]+)/.exec(await viewer.text('curve-tip'))[1].replaceAll(',', ''));
    };
    assert.ok(Math.abs((await pointUnder(overlay.left + 2)) - from) <= 1, `begins at ${from}`);
    assert.ok(Math.abs((await pointUnder(overlay.right - 2)) - (to - 1)) <= 1, `ends at ${to}`);
    await pointAway(viewer);
    await viewer.press('Escape');
  }
  const [small, large] = Object.keys(tall).map(Number);
  const ratio = tall[large] / tall[small] / (large / small);
  assert.ok(Math.abs(ratio - 1) < 0.2, `height follows size: ${JSON.stringify(tall)}`);
});

viewerTest('a click pins, another pins another, Escape lets go', async (viewer) => {
  await viewer.click('try-sample');
  await clickAt(viewer, 'strip-chart-size', 0.2);
  const first = await cardName(viewer);
  assert.ok(await viewer.page.$(`${byId('card')} [aria-pressed="true"]`));
  await pointAway(viewer);
  assert.equal(await cardName(viewer), first, 'stays when the pointer leaves');

  await pointAt(viewer, 'strip-chart-size', 0.02);
  const second = await cardName(viewer);
  assert.notEqual(second, first, 'pointing elsewhere shows that one');
  await pointAway(viewer);
  assert.equal(await cardName(viewer), first, 'and goes back');

  await pointAt(viewer, 'strip-chart-size', 0.02);
  await press(viewer);
  await pointAway(viewer);
  assert.equal(await cardName(viewer), second);
  await viewer.press('Escape');
  assert.ok(!(await viewer.has('card')));
  assert.ok(await viewer.has('largest'));
  assert.equal(await painted(viewer, CURVE, 'hover'), null);

  await clickAt(viewer, 'strip-chart-size', 0.2);
  await viewer.click('card-close');
  await pointAway(viewer);
  assert.ok(!(await viewer.has('card')), 'the cross lets go, too');
});

viewerTest('the list of largest buffers leads to the card', async (viewer) => {
  await viewer.click('try-sample');
  const [largest] = report(SAMPLE).peakBuffers.sort((a, b) => b.sizeBytes - a.sizeBytes);
  assert.match(await viewer.text('largest'), /^Largest at the peak /);
  await viewer.clickOn('.largest-row');
  assert.equal(await cardName(viewer), largest.name);
});

viewerTest('a tooltip follows the pointer and stays inside the chart', async (viewer) => {
  await viewer.click('try-sample');
  for (const share of [0.005, 0.5, 0.995]) {
    await pointAt(viewer, 'strip-chart-program', share);
    const strip = await boxOf(viewer, 'strip-chart-program');
    const tip = await (await viewer.page.$(byId('strip-tip'))).boundingBox();
    assert.ok(tip.x >= strip.x - 1 && tip.x + tip.width <= strip.x + strip.width + 1, `at ${share}`);
  }
});
