// Searching: what is counted, marked, filtered and stepped through agrees with the command line; mistakes are explained.
import assert from 'node:assert/strict';
import { pictureOf, STRIPS } from './lib/chart.mjs';
import { report } from './lib/cli.mjs';
import { SAMPLE } from './lib/files.mjs';
import { viewerTest } from './lib/suite.mjs';
import { byId } from './lib/viewer.mjs';

const MiB = 2 ** 20;
const BOX = byId('search');
const cardName = (viewer) => viewer.page.$eval(`${byId('card')} h2`, (e) => e.textContent.trim());

async function search(viewer, query) {
  await viewer.press('Escape', '/');
  assert.equal(await viewer.page.evaluate(() => document.activeElement.dataset.testid), 'search');
  await viewer.page.$eval(BOX, (input) => input.select());
  await viewer.page.keyboard.type(query);
  await viewer.idle();
}

/** [matches live at the point, their exact bytes], as the line says. */
async function counts(viewer) {
  return viewer.page.$eval(byId('search-line'), (line) => {
    const tip = line.querySelector('.tip');
    return tip
      ? [tip, tip.querySelector('[hidden]')].map((e) =>
          Number(/[\d,]+/.exec(e.innerText || e.textContent)[0].replaceAll(',', '')),
        )
      : null;
  });
}

viewerTest('counts what matches, as the command line would', async (viewer) => {
  await viewer.load(SAMPLE);
  const buffers = report(SAMPLE).peakBuffers;
  const truths = {
    'size>=32MiB': (b) => b.sizeBytes >= 32 * MiB,
    'copy-start': (b) =>
      [b.name, b.opName, b.shape, b.opcode].some((text) => text.toLowerCase().includes('copy-start')),
    'shape:bf16 size<1MiB': (b) => b.shape.includes('bf16') && b.sizeBytes < MiB,
    'name:/^FUSION\\.\\d+/': (b) => /^fusion\.\d+/.test(b.name),
    'type:parameter': (b) => b.type === 'Parameter',
  };
  for (const [query, matches] of Object.entries(truths)) {
    await search(viewer, query);
    const expected = buffers.filter(matches);
    assert.ok(expected.length > 0, `${query} is a fair test`);
    assert.deepEqual(await counts(viewer), [expected.length, expected.reduce((sum, b) => sum + b.sizeBytes, 0)], query);
  }
});

viewerTest('what does not match is faded in the strips, and comes back', async (viewer) => {
  await viewer.load(SAMPLE);
  const pictures = () => Promise.all(STRIPS.map((strip) => pictureOf(viewer, strip, 'data')));
  const before = await pictures();
  await search(viewer, 'size>=32MiB');
  for (const [i, picture] of (await pictures()).entries()) assert.notEqual(picture, before[i], STRIPS[i]);
  await viewer.click('search-clear');
  assert.deepEqual(await pictures(), before);
  assert.ok(!(await viewer.has('search-line')));
});

viewerTest('Enter goes from match to match, largest first, and round', async (viewer) => {
  await viewer.load(SAMPLE);
  const large = report(SAMPLE).peakBuffers.filter((b) => b.sizeBytes >= 64 * MiB).length;
  await viewer.press('/');
  await viewer.page.keyboard.type('size>=64MiB');
  // Right after typing, before any answer.
  await viewer.press('Enter');
  assert.match(await viewer.text('search-line'), new RegExp(`1 of ${large}`));
  const first = await cardName(viewer);
  await viewer.press('Enter');
  const second = await cardName(viewer);
  assert.notEqual(second, first);
  await viewer.page.keyboard.down('Shift');
  await viewer.press('Enter');
  await viewer.page.keyboard.up('Shift');
  assert.equal(await cardName(viewer), first);
  for (let i = 0; i < large; i++) await viewer.press('Enter');
  assert.equal(await cardName(viewer), first, 'round');
  await viewer.click('search-next');
  assert.equal(await cardName(viewer), second);
});

viewerTest('the table can show matches only, and its filters are terms of the search', async (viewer) => {
  await viewer.load(SAMPLE);
  const buffers = report(SAMPLE).peakBuffers;
  await search(viewer, 'size>=32MiB');
  await viewer.click('matches-only');
  const large = buffers.filter((b) => b.sizeBytes >= 32 * MiB);
  await viewer.click('strips-as-table');
  const names = () =>
    viewer.page.$$eval(`${byId('buffer-table')} [data-row] .cell-name`, (cells) => cells.map((c) => c.title));
  assert.deepEqual(new Set(await names()), new Set(large.map((b) => b.name)));
  await viewer.click('filters');
  await viewer.page.type(byId('filter-name'), 'copy');
  await viewer.idle();
  assert.equal(await viewer.page.$eval(BOX, (input) => input.value), 'size>=32MiB name:copy');
  assert.deepEqual(new Set(await names()), new Set(large.filter((b) => b.name.includes('copy')).map((b) => b.name)));
  await viewer.click('search-clear');
  assert.match(await viewer.text('table-panel'), new RegExp(`^Buffers ${buffers.length} `));
});

viewerTest('mistakes are explained, nothing breaks', async (viewer) => {
  await viewer.load(SAMPLE);
  await search(viewer, '/a(/');
  assert.match(await viewer.text('search-line'), /\/a\(\/ is no regular expression: unterminated/);
  await search(viewer, 'size>big');
  assert.match(await viewer.text('search-line'), /“big” is no size\. Examples:/);
  await search(viewer, 'no such buffer anywhere');
  assert.match(await viewer.text('search-line'), /No buffer of this memory space matches/);
  await viewer.press('Escape');
  assert.equal(await viewer.page.$eval(BOX, (input) => input.value), '');
});

viewerTest('the search goes along to another memory space', async (viewer) => {
  await viewer.load(SAMPLE);
  await search(viewer, 'copy');
  const [inHbm] = await counts(viewer);
  await viewer.pickSpace(1);
  const [inVmem] = await counts(viewer);
  const truth = report(SAMPLE, null, 1).peakBuffers.filter((b) =>
    [b.name, b.opName, b.shape, b.opcode, b.sourceFile].some((text) => text.toLowerCase().includes('copy')),
  );
  assert.equal(inVmem, truth.length);
  assert.ok(inHbm > 0);
});
