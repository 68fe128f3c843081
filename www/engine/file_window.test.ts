// The read-ahead window gives the same bytes as the source, in fewer calls, and never asks past the end.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { windowed } from './file_window';

function source(size: number) {
  const bytes = Uint8Array.from({ length: size }, (_, i) => i & 255);
  const calls: [number, number][] = [];
  const read = (offset: number, length: number) => {
    assert.ok(offset + length <= size, 'read past the end');
    calls.push([offset, length]);
    return bytes.slice(offset, offset + length);
  };
  return { bytes, calls, read };
}

test('small neighbouring reads share one call', () => {
  const { bytes, calls, read } = source(1000);
  const window = windowed(1000, read, 256);
  for (let i = 0; i < 200; i += 10) assert.deepEqual([...window(i, 10)], [...bytes.subarray(i, i + 10)]);
  assert.equal(calls.length, 1);
});

test('big reads go straight through and leave the window alone', () => {
  const { bytes, calls, read } = source(1000);
  const window = windowed(1000, read, 100);
  window(0, 4);
  assert.deepEqual([...window(300, 500)], [...bytes.subarray(300, 800)]);
  assert.deepEqual([...window(50, 4)], [50, 51, 52, 53]);
  assert.equal(calls.length, 2);
});

test('the end: fewer bytes, never more', () => {
  const { read } = source(100);
  const window = windowed(100, read, 64);
  assert.equal(window(90, 50).length, 10);
  assert.equal(window(100, 5).length, 0);
  assert.equal(window(500, 5).length, 0);
});
