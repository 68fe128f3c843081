// The panel around the table: which buffers it lists, which columns, and all of it as text.
import assert from 'node:assert/strict';
import { report } from './lib/cli.mjs';
import { SAMPLE } from './lib/files.mjs';
import { viewerTest } from './lib/suite.mjs';
import { byId } from './lib/viewer.mjs';

const TABLE = byId('buffer-table');
const heads = (viewer) =>
  viewer.page.$$eval(`${TABLE} thead th`, (list) => list.map((th) => th.innerText.replace(/ [↑↓]/, '').trim()));

/** What the page asks the clipboard to hold; the clipboard itself is not to be read everywhere. */
function watchClipboard() {
  const keep = (text) => {
    window.copied = text;
    return Promise.resolve();
  };
  Object.defineProperty(navigator, 'clipboard', { value: { writeText: keep }, configurable: true });
}

viewerTest(
  'all rows are copied, tab-separated, with exact bytes, in the order shown',
  async (viewer) => {
    await viewer.load(SAMPLE);
    await viewer.click('copy-table');
    const said = await viewer.text('notice');
    const buffers = report(SAMPLE).peakBuffers;
    assert.match(said, new RegExp(`^Copied ${buffers.length} rows`));
    const lines = (await viewer.page.evaluate(() => window.copied)).trimEnd().split('\n');
    assert.equal(lines.length, buffers.length + 1);
    const columns = lines[0].split('\t');
    assert.deepEqual(columns.slice(0, 3), ['Name', 'Size (bytes)', 'Padding (bytes)']);
    const sizes = lines.slice(1).map((line) => Number(line.split('\t')[1]));
    assert.deepEqual(
      sizes,
      buffers.map((b) => b.sizeBytes).toSorted((a, b) => b - a),
    );
    assert.ok(lines.every((line) => line.split('\t').length === columns.length));
  },
  { before: watchClipboard },
);

viewerTest('columns are chosen, and remembered', async (viewer) => {
  await viewer.load(SAMPLE);
  assert.ok((await heads(viewer)).includes('Source'));
  await viewer.click('columns-menu');
  await viewer.click('column-source');
  await viewer.click('column-dataType');
  await viewer.press('Escape');
  const chosen = await heads(viewer);
  assert.ok(!chosen.includes('Source') && chosen.includes('Data type'));
  await viewer.page.reload();
  await viewer.load(SAMPLE);
  assert.deepEqual(await heads(viewer), chosen);
});

viewerTest('all buffers of the space can be listed, and one leads to where it is live', async (viewer) => {
  await viewer.load(SAMPLE);
  const { overview, peakBuffers } = report(SAMPLE);
  await viewer.clickOn(`${byId('table-scope')} input[value="all"]`);
  assert.match(await viewer.text('table-panel'), new RegExp(`^Buffers ${overview.buffers.toLocaleString('en-US')} `));
  const listed = await viewer.page.$$eval(`${TABLE} [data-row] .cell-name`, (cells) => cells.map((cell) => cell.title));
  const live = new Set(peakBuffers.map((b) => b.name));
  const gone = listed.findIndex((name) => name && !live.has(name));
  assert.ok(gone >= 0, 'among the largest there are some that are not live at the peak');
  await viewer.clickOn(`${TABLE} [data-row="${gone}"]`);
  await viewer.page.mouse.move(2, 2);
  assert.match(await viewer.text('card'), /Not live at the peak\. Go to point [\d,]+/);
  await viewer.click('card-go');
  assert.ok((await viewer.text('card')).startsWith(listed[gone]));
  assert.ok(!(await viewer.has('card-go')));
});
