// Labels keep clear of each other and of the frame's edge, or are left out.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitText, overlaps, placeLabels } from './labels';

const frame = { x: 0, y: 0, width: 100, height: 50 };
const box = (x: number, y: number, width = 30, height = 10) => ({ x, y, width, height });

test('takes the first place that is free', () => {
  const placed = placeLabels([[box(10, 10)], [box(20, 12), box(20, 30)]], frame);
  assert.deepEqual(placed, [box(10, 10), box(20, 30)]);
});

test('leaves out what fits nowhere', () => {
  const placed = placeLabels([[box(80, 10)], [box(10, 10)], [box(12, 12), box(9, 9)]], frame);
  assert.deepEqual(placed, [null, box(10, 10), null]);
});

test('overlap counts the gap', () => {
  assert.equal(overlaps(box(0, 0), box(31, 0)), false);
  assert.equal(overlaps(box(0, 0), box(31, 0), 2), true);
});

test('fitText shortens or gives up', () => {
  const measure = (text: string) => text.length * 6;
  assert.equal(fitText('fusion.12', 60, measure), 'fusion.12');
  assert.equal(fitText('loop_add_fusion.12', 72, measure), 'loop…sion.12');
  assert.equal(fitText('fusion.12', 20, measure), '');
});
