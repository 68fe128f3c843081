// The table as text.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Rows } from '#wasm/memory_viewer.js';
import { COLUMNS, dataType, tsvHead, tsvRows } from './table_columns';

const rows: Rows = {
  total: 1,
  buffer: Int32Array.of(3),
  name: ['fusion.1'],
  opName: ['jit(f)/a\tb'],
  shape: ['bf16[8,128]{1,0}'],
  source: ['/x/model.py:12'],
  type: Uint8Array.of(4),
  size: Float64Array.of(4096),
  unpadded: Float64Array.of(2048),
  offset: Float64Array.of(1048576),
  start: Float64Array.of(1),
  end: Float64Array.of(12345),
};

test('copied: exact numbers, one line per row, no stray tabs', () => {
  const shown = COLUMNS.filter((column) => ['name', 'size', 'padding', 'opName', 'source', 'end'].includes(column.id));
  assert.equal(tsvHead(shown), 'Name\tSize (bytes)\tPadding (bytes)\tFramework op\tSource\tTo');
  assert.deepEqual(tsvRows(shown, rows), ['fusion.1\t4096\t2048\tjit(f)/a b\t/x/model.py:12\t12345']);
});

test('data types of shapes', () => {
  assert.equal(dataType('bf16[16,512]{1,0:T(8,128)(2,1)}'), 'bf16');
  assert.equal(dataType('f8e4m3fn[]'), 'f8e4m3fn');
  assert.equal(dataType('(f32[], s32[])'), 'tuple');
  assert.equal(dataType(''), '');
});

test('ids are unique: they are kept in the browser', () => {
  assert.equal(new Set(COLUMNS.map((column) => column.id)).size, COLUMNS.length);
});
