// The live buffers as a table: the same buffers as the strips, sortable, long ones without drawing every row.
import assert from 'node:assert/strict';
import { report } from './lib/cli.mjs';
import { DECODE, SAMPLE } from './lib/files.mjs';
import { viewerTest } from './lib/suite.mjs';
import { byId } from './lib/viewer.mjs';

const TABLE = byId('buffer-table');

/** Rows on screen as {column: text}, in order. */
const rows = (viewer) =>
  viewer.page.$eval(TABLE, (table) => {
    const columns = [...table.querySelectorAll('thead th')].map((th) => th.innerText.replace(/[↑↓]/, '').trim());
    return [...table.querySelectorAll('tbody tr[data-row]')]
      .map((tr) => [...tr.cells].map((cell) => cell.title || cell.innerText.trim()))
      .map((cells) => Object.fromEntries(cells.map((text, i) => [columns[i], text])));
  });

async function sortBy(viewer, label) {
  const buttons = await viewer.page.$$(`${TABLE} thead button`);
  for (const button of buttons) {
    if (!(await button.evaluate((b, name) => b.innerText.trim().startsWith(name), label))) continue;
    // The Name column stays at the left: what lies under it has to come out first.
    await button.evaluate((b) => b.scrollIntoView({ block: 'center', inline: 'center' }));
    await button.click();
    await viewer.idle();
    return viewer.page.$eval(`${TABLE} th[aria-sort]:not([aria-sort="none"])`, (th) => th.getAttribute('aria-sort'));
  }
  throw new Error(`no column ${label}`);
}
const bytes = (text) => Number(text.replace(/ bytes?$/, '').replaceAll(',', ''));

viewerTest('sorts by every column, both ways, and agrees with the command line', async (viewer) => {
  await viewer.load(SAMPLE);
  await viewer.click('strips-as-table');
  const buffers = report(SAMPLE).peakBuffers;
  assert.ok((await viewer.text('buffer-table')).startsWith(`${buffers.length} buffers live at point`));
  const largest = buffers.toSorted((a, b) => b.sizeBytes - a.sizeBytes);

  const bySize = await rows(viewer);
  assert.equal(bySize[0].Name, largest[0].name);
  assert.deepEqual(
    bySize.map((row) => bytes(row.Size)),
    largest.slice(0, bySize.length).map((buffer) => buffer.sizeBytes),
  );
  assert.equal(await sortBy(viewer, 'Size'), 'ascending');
  const smallest = (await rows(viewer)).map((row) => bytes(row.Size));
  assert.equal(smallest[0], largest.at(-1).sizeBytes);

  for (const label of ['Unpadded', 'Padding', 'Offset', 'From', 'To', 'Name', 'Type', 'Shape', 'Framework op']) {
    const directions = [await sortBy(viewer, label)];
    const first = (await rows(viewer)).map((row) => row[label]);
    directions.push(await sortBy(viewer, label));
    const second = (await rows(viewer)).map((row) => row[label]);
    assert.deepEqual(directions.toSorted(), ['ascending', 'descending'], label);
    const isNumber = ['Unpadded', 'Padding', 'Offset', 'From', 'To'].includes(label);
    if (isNumber) {
      const up = directions[0] === 'ascending' ? first : second;
      const numbers = up.map(bytes);
      assert.deepEqual(
        numbers,
        numbers.toSorted((a, b) => a - b),
        `${label} ascending`,
      );
    }
  }
});

viewerTest('a long table draws only what is in sight, and reaches the last row', async (viewer) => {
  await viewer.load(DECODE);
  await viewer.click('strips-as-table');
  const total = report(DECODE).peak.liveBuffers;
  assert.ok((await rows(viewer)).length < 60);
  await viewer.page.$eval(TABLE, (e) => e.scrollTo(0, e.scrollHeight));
  await viewer.idle();
  await viewer.page.waitForSelector(`${TABLE} [data-row="${total - 1}"] code`);
});

viewerTest('rows are operated with the keyboard: arrows move, Enter pins', async (viewer) => {
  await viewer.load(SAMPLE);
  await viewer.click('strips-as-table');
  await viewer.page.focus(`${TABLE} [data-row="0"]`);
  await viewer.press('ArrowDown');
  await viewer.press('ArrowDown');
  const { Name } = (await rows(viewer))[2];
  assert.equal(await viewer.page.evaluate(() => document.activeElement.dataset.row), '2');
  await viewer.press('Enter');
  assert.ok((await viewer.text('card')).startsWith(Name));
  assert.ok(await viewer.page.$(`${TABLE} [data-row="2"][aria-selected="true"]`));
  await viewer.press('End');
  await viewer.page.waitForFunction(() => Number(document.activeElement.dataset.row) > 300);
});

viewerTest('pointing at a row marks it in the strips', async (viewer) => {
  await viewer.load(SAMPLE);
  await viewer.click('strips-as-table');
  await viewer.page.$eval(TABLE, (e) => e.scrollIntoView({ block: 'center' }));
  await viewer.page.hover(`${TABLE} [data-row="4"]`);
  await viewer.idle();
  const { Name } = (await rows(viewer))[4];
  assert.ok((await viewer.text('card')).startsWith(Name));
});
