import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OomAllocation } from '#wasm/memory_viewer.js';
import { columnsOf, nextSort, sorted } from './report_rows';

const row = (change: Partial<OomAllocation>): OomAllocation => ({
  sizeBytes: null,
  unpaddedBytes: null,
  expansion: 1,
  count: 1,
  opType: '',
  opName: '',
  sourceFile: '',
  sourceLine: 0,
  shape: '',
  paddingReason: '',
  label: '',
  type: '',
  ...change,
});

test('only columns with something in them', () => {
  assert.deepEqual(columnsOf([row({ sizeBytes: 5, type: 'chunk' }), row({ sizeBytes: 4, count: 3 })]), [
    'size',
    'count',
    'type',
  ]);
  assert.deepEqual(columnsOf([row({})]), []);
  assert.deepEqual(columnsOf([row({ sizeBytes: 0 })]), ['size'], 'zero is a number');
});

test('sorted either way, without a value last', () => {
  const list = [row({ sizeBytes: 2, opName: 'b' }), row({ opName: 'a' }), row({ sizeBytes: 9 })];
  const sizes = (by: 'size' | 'op', descending: boolean) => sorted(list, { by, descending }).map((a) => a.sizeBytes);
  assert.deepEqual(sizes('size', true), [9, 2, null]);
  assert.deepEqual(sizes('size', false), [2, 9, null]);
  assert.deepEqual(sizes('op', false), [null, 2, 9]);
  assert.deepEqual(sizes('op', true), [2, null, 9]);
});

test('clicks go from the telling end to the other and back to the message’s order', () => {
  const start = { by: null, descending: false } as const;
  const first = nextSort(start, 'size');
  assert.deepEqual(first, { by: 'size', descending: true });
  const second = nextSort(first, 'size');
  assert.deepEqual(second, { by: 'size', descending: false });
  assert.deepEqual(nextSort(second, 'size'), start);
  assert.deepEqual(nextSort(first, 'op'), { by: 'op', descending: false });
});
