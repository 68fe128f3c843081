// Zooming and panning stay inside their bounds and keep the anchor in place.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitInto, fromPx, lastAtMost, pan, span, toPx, zoomAt } from './range';

const bounds = { from: 0, to: 1000 };

test('zoomAt keeps the anchor where it is', () => {
  const before = { from: 100, to: 300 };
  const after = zoomAt(before, 150, 0.5, bounds, 1);
  assert.equal(span(after), 100);
  assert.equal((150 - after.from) / span(after), (150 - before.from) / span(before));
});

test('zoomAt respects bounds and the smallest span', () => {
  assert.deepEqual(zoomAt({ from: 0, to: 1000 }, 10, 2, bounds, 1), bounds);
  assert.equal(span(zoomAt({ from: 0, to: 4 }, 1, 0.01, bounds, 2)), 2);
  assert.deepEqual(zoomAt({ from: 0, to: 1 }, 0, 0.5, { from: 0, to: 1 }, 8), { from: 0, to: 1 });
});

test('pan stops at the ends', () => {
  assert.deepEqual(pan({ from: 10, to: 20 }, -50, bounds), { from: 0, to: 10 });
  assert.deepEqual(pan({ from: 10, to: 20 }, 5000, bounds), { from: 990, to: 1000 });
  assert.deepEqual(fitInto({ from: -5, to: 5000 }, bounds), bounds);
});

test('scale goes there and back', () => {
  const scale = { range: { from: 50, to: 150 }, x0: 10, x1: 210 };
  assert.equal(toPx(scale, 100), 110);
  assert.equal(fromPx(scale, 110), 100);
  assert.equal(toPx({ range: { from: 3, to: 3 }, x0: 5, x1: 9 }, 3), 5);
});

test('lastAtMost', () => {
  assert.equal(lastAtMost([], 1), -1);
  assert.equal(lastAtMost([2, 4, 6], 1), -1);
  assert.equal(lastAtMost([2, 4, 6], 4), 1);
  assert.equal(lastAtMost([2, 4, 6], 99), 2);
});
