// Rows of long tables.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ROW_PX, scrollToRow, virtualRows } from './virtual_rows';

test('a short table is whole', () => {
  assert.deepEqual(virtualRows(5, 0, 420), { first: 0, end: 5, above: 0, below: 0 });
  assert.deepEqual(virtualRows(0, 0, 420), { first: 0, end: 0, above: 0, below: 0 });
});

test('in the middle there are rows for the view and a few more', () => {
  const { first, end, above, below } = virtualRows(1000, 2800, 420);
  assert.equal(first, 94);
  assert.equal(end, 121);
  assert.equal(above, 94 * ROW_PX);
  assert.equal(above + (end - first) * ROW_PX + below, 1000 * ROW_PX);
});

test('a million rows: the height stays in bounds, the last row is reached', () => {
  const height = 8_000_000;
  const at = virtualRows(1_000_000, height - 420, 420);
  assert.equal(at.end, 1_000_000);
  assert.ok(Math.abs(at.above + (at.end - at.first) * ROW_PX - height) < 1);
  const middle = virtualRows(1_000_000, height / 2, 420);
  assert.ok(Math.abs(middle.first - 500_000) < 20);
});

test('scrolling to a row moves no further than needed', () => {
  assert.equal(scrollToRow(3, 1000, 0, 420, 28), 0);
  assert.equal(scrollToRow(20, 1000, 0, 420, 28), 20 * ROW_PX - (420 - 56));
  assert.equal(scrollToRow(5, 1000, 900, 420, 28), 5 * ROW_PX);
  const far = scrollToRow(999_999, 1_000_000, 0, 420, 28);
  assert.equal(virtualRows(1_000_000, far, 420).end, 1_000_000);
});
