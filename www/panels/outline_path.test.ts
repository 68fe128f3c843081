// The small curves of the spaces.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outlinePath } from './outline_path';

test('steps from the left to the right, the highest at the top', () => {
  assert.equal(outlinePath([1, 2], 10, 11), 'M0 11V6H5V1H10V11Z');
});

test('nothing live is a line at the bottom', () => {
  assert.equal(outlinePath([0, 0], 10, 8), 'M0 8H10');
  assert.equal(outlinePath([], 10, 8), 'M0 8H10');
});
