import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beside } from './beside';

const at = (x: number, y: number, width = 800) =>
  beside({ x, y, paper: { width, height: 200 }, position: 0, in: 'map', address: 0 }, -4);

test('on the side with more room, inside the chart from its top to its bottom', () => {
  assert.deepEqual(at(100, 0), { left: '116px', top: '0px', transform: 'translateY(0%)' });
  assert.deepEqual(at(700, 200), { right: '116px', top: '200px', transform: 'translateY(-100%)' });
});

test('above a narrow chart', () => {
  assert.deepEqual(at(100, 50, 320), { left: '0', bottom: 'calc(100% - -4px)' });
});
