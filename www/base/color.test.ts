// Colour parsing, contrast and shades.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contrast, inkFor, parseColor, type Rgb, SHADES, shade, shadeOf, toCss } from './color';

test('parses what getComputedStyle gives', () => {
  assert.deepEqual(parseColor('#0af'), [0, 170, 255]);
  assert.deepEqual(parseColor(' #102030'), [16, 32, 48]);
  assert.deepEqual(parseColor('rgb(1, 2, 3)'), [1, 2, 3]);
  assert.deepEqual(parseColor('rgb(1 2 3 / 0.5)'), [1, 2, 3]);
  assert.deepEqual(parseColor('nonsense'), [0, 0, 0]);
});

test('contrast of black on white is 21', () => {
  assert.equal(Math.round(contrast([0, 0, 0], [255, 255, 255])), 21);
});

test('text reads on every shade at least as well as on the colour', () => {
  const colors: Rgb[] = [
    [176, 102, 14],
    [58, 112, 186],
    [222, 150, 64],
  ];
  for (const color of colors) {
    for (let index = 0; index < SHADES; index++) {
      const ink = inkFor(color);
      assert.ok(contrast(shade(color, index), ink) >= contrast(color, ink));
    }
  }
});

test('shades: ids in range and stable', () => {
  assert.deepEqual(shade([10, 20, 30], 0), [10, 20, 30]);
  for (let id = -1; id < 1000; id++) {
    const index = shadeOf(id);
    assert.ok(index >= 0 && index < SHADES);
    assert.equal(index, shadeOf(id));
  }
  assert.equal(toCss([1.2, 2.7, 3], 0.5), 'rgb(1 3 3 / 0.5)');
});
