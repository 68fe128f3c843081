import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addSteps } from './steps';

function path(values: readonly number[], px = 128): string {
  const drawn: string[] = [];
  const ctx = { lineTo: (x: number, y: number) => drawn.push(`${x},${y}`) } as unknown as CanvasRenderingContext2D;
  const point = Array.from({ length: values.length + 1 }, (_, i) => i);
  const scale = { range: { from: 0, to: 128 }, x0: 0, x1: 128 };
  addSteps(ctx, point, values, { ...scale, x1: px }, scale);
  return drawn.join(' ');
}

test('a step for each value, from its point to the next', () => {
  assert.equal(path([5, 7], 256), '0,5 2,5 2,7 4,7');
});

test('neighbours that look the same are one step, up to the end', () => {
  assert.equal(path([5, 5, 5.1, 5, 7, 7, 7]), '0,5 4,5 4,7 7,7');
});

test('a step no wider than a pixel is one point: its level', () => {
  assert.equal(path([5, 9, 2, 2, 7]), '0,5 1,9 2,2 4,2 4,7 5,7');
});

test('many small steps in one direction add up', () => {
  assert.equal(path([0, 0.125, 0.25, 0.375, 0.5]), '0,0 2,0 2,0.25 4,0.25 4,0.5 5,0.5');
});
