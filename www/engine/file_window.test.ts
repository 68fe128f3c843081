// The read-ahead window gives the same bytes as the source, in fewer calls, and never asks past the end.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forgetWindow, windowed } from './file_window';

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

const SMALL = { first: 64, most: 512 };

test('small neighbouring reads share one call', () => {
  const { bytes, calls, read } = source(1000);
  const window = windowed(1000, read, SMALL);
  for (let i = 500; i < 560; i += 10) assert.deepEqual([...window(i, 10)], [...bytes.subarray(i, i + 10)]);
  assert.deepEqual(calls, [[500, 64]]);
});

test('reading on, windows grow; a jump starts over', () => {
  const { bytes, calls, read } = source(10_000);
  const window = windowed(10_000, read, SMALL);
  for (let i = 0; i < 1600; i += 64) assert.deepEqual([...window(i, 64)], [...bytes.subarray(i, i + 64)]);
  window(9000, 8);
  assert.deepEqual(calls, [
    [0, 64],
    [64, 256],
    [320, 512],
    [832, 512],
    [1344, 512],
    [9000, 64],
  ]);
});

test('a read larger than the window is one call', () => {
  const { bytes, calls, read } = source(10_000);
  const window = windowed(10_000, read, SMALL);
  assert.deepEqual([...window(300, 5000)], [...bytes.subarray(300, 5300)]);
  assert.deepEqual(calls, [[300, 5000]]);
});

test('a small file is read once, and later piece by piece again', () => {
  const { bytes, calls, read } = source(500);
  const window = windowed(500, read, SMALL);
  for (const at of [490, 0, 200]) assert.deepEqual([...window(at, 10)], [...bytes.subarray(at, at + 10)]);
  assert.deepEqual(calls, [[0, 500]]);
  forgetWindow();
  assert.deepEqual([...window(100, 10)], [...bytes.subarray(100, 110)]);
  assert.deepEqual(calls.slice(1), [[100, 64]]);
});

test('files that take turns get their own bytes', () => {
  const one = windowed(4, () => Uint8Array.of(1, 1, 1, 1), SMALL);
  const two = windowed(4, () => Uint8Array.of(2, 2, 2, 2), SMALL);
  assert.deepEqual([...one(0, 2), ...two(0, 2), ...one(2, 2)], [1, 1, 2, 2, 1, 1]);
});

test('the end: fewer bytes, never more', () => {
  const { read } = source(1000);
  const window = windowed(1000, read, SMALL);
  assert.equal(window(990, 50).length, 10);
  assert.equal(window(1000, 5).length, 0);
  assert.equal(window(2000, 5).length, 0);
});
