// Ticks are binary-nice, inside the range and bounded in number.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GiB, MiB } from './bytes';
import { byteStep, byteTicks, niceByteTop, pointTicks } from './ticks';

test('byte ticks are powers of two apart', () => {
  const labels = byteTicks({ from: 0, to: 12.1 * GiB }, 6).map((tick) => tick.label);
  assert.deepEqual(labels, ['0', '4 GiB', '8 GiB', '12 GiB']);
  const small = byteTicks({ from: 0, to: 1.2 * GiB }, 6).map((tick) => tick.label);
  assert.deepEqual(small, ['0', '256 MiB', '512 MiB', '768 MiB', '1 GiB']);
});

test('deep zooms count from the first tick', () => {
  const labels = byteTicks({ from: 40 * MiB, to: 40 * MiB + 40 * 1024 }, 6).map((tick) => tick.label);
  assert.deepEqual(labels, ['40 MiB', '+8 KiB', '+16 KiB', '+24 KiB', '+32 KiB', '+40 KiB']);
  const eighths = byteTicks({ from: 1 * GiB, to: 1.4 * GiB }, 5).map((tick) => tick.label);
  assert.deepEqual(eighths, ['1 GiB', '1.125 GiB', '1.25 GiB', '1.375 GiB']);
});

test('never more than asked, never outside', () => {
  for (let width = 1; width < 1e15; width *= 3.7) {
    const ticks = byteTicks({ from: width / 3, to: (width * 4) / 3 }, 5);
    assert.ok(ticks.length <= 6);
    for (const tick of ticks) assert.ok(tick.value >= width / 3 && tick.value <= (width * 4) / 3);
  }
});

test('degenerate ranges', () => {
  assert.equal(byteStep(0, 5), 1);
  assert.deepEqual(byteTicks({ from: 0, to: 0 }, 5), [{ value: 0, label: '0' }]);
  assert.equal(niceByteTop(0, 5), 1);
});

test('the top is at or above the maximum and close to it', () => {
  assert.equal(niceByteTop(12.1 * GiB, 6), 14 * GiB);
  assert.equal(niceByteTop(512 * MiB, 4), 512 * MiB);
});

test('points are whole', () => {
  assert.deepEqual(
    pointTicks({ from: 0, to: 3 }, 10).map((tick) => tick.value),
    [0, 1, 2, 3],
  );
  assert.equal(pointTicks({ from: 0, to: 1442 }, 8)[1]?.label, '200');
});
