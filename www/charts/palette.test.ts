// The stylesheet's colours: text reaches AA, areas reach 3:1, and the allocation types stay apart for people with any kind
// of colour blindness (simulated after Machado et al. 2009, distances in OKLab).
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { contrast, inkFor, parseColor, type Rgb } from '../base/color';

const css = readFileSync('www/styles/tokens.css', 'utf8');
const themes = css
  .split('}')
  .filter((block) => block.includes('--type-0'))
  .map(
    (block) =>
      (name: string): Rgb =>
        parseColor(new RegExp(`--${name}: (#\\w+)`).exec(block)?.[1] ?? ''),
  );

const VISION: Readonly<Record<string, readonly (readonly number[])[]>> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const linear = (channel: number): number => {
  const c = channel / 255;
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
};

function oklab(color: Rgb, vision: readonly (readonly number[])[]): number[] {
  const rgb = color.map(linear);
  const dot = (row: readonly number[], values: readonly number[]) =>
    row.reduce((sum, weight, i) => sum + weight * (values[i] ?? 0), 0);
  const seen = vision.map((row) => Math.max(0, dot(row, rgb)));
  const lms = [
    [0.4122214708, 0.5363325363, 0.0514459929],
    [0.2119034982, 0.6806995451, 0.1073969566],
    [0.0883024619, 0.2817188376, 0.6299787005],
  ].map((row) => Math.cbrt(dot(row, seen)));
  return [
    [0.2104542553, 0.793617785, -0.0040720468],
    [1.9779984951, -2.428592205, 0.4505937099],
    [0.0259040371, 0.7827717662, -0.808675766],
  ].map((row) => dot(row, lms));
}

/** Types that appear side by side in the bars: thread-local memory (2) is in no total. */
const SHOWN = [0, 1, 3, 4];
const APART = 0.12;

for (const [index, color] of themes.entries()) {
  test(`theme ${index}: types are told apart by everybody`, () => {
    for (const [name, vision] of Object.entries(VISION)) {
      for (const a of SHOWN) {
        for (const b of SHOWN.filter((type) => type > a)) {
          const labs = [a, b].map((type) => oklab(color(`type-${type}`), vision));
          const distance = Math.hypot(...(labs[0] ?? []).map((value, i) => value - (labs[1]?.[i] ?? 0)));
          assert.ok(distance >= APART, `${name}: types ${a} and ${b} are ${distance.toFixed(3)} apart`);
        }
      }
    }
  });

  test(`theme ${index}: contrast`, () => {
    const surface = color('surface');
    for (const type of [0, 1, 2, 3, 4]) {
      const fill = color(`type-${type}`);
      assert.ok(contrast(fill, surface) >= 3, `type ${type} on the surface`);
      assert.ok(contrast(fill, inkFor(fill)) >= 4.5, `text on type ${type}`);
    }
    for (const back of ['surface', 'page', 'hover', 'raised']) {
      for (const text of ['ink', 'muted', 'accent']) {
        const ratio = contrast(color(text), color(back));
        assert.ok(ratio >= 4.5, `${text} on ${back}: ${ratio.toFixed(2)}`);
      }
    }
    assert.ok(contrast(color('accent-ink'), color('accent')) >= 4.5);
    assert.ok(contrast(color('warn'), color('warn-surface')) >= 4.5);
  });
}

const CLASSES = Array.from({ length: 10 }, (_, i) => `class-${i}`);
/** The map's names: more than can be far apart for everybody; the first, which cover most of the map, are further. */
const LEAST = { first: 0.08, all: 0.04 };

for (const [index, color] of themes.entries()) {
  test(`theme ${index}: the map's classes are told apart by everybody`, () => {
    for (const [name, vision] of Object.entries(VISION)) {
      const labs = CLASSES.map((variable) => oklab(color(variable), vision));
      for (let a = 0; a < labs.length; a++) {
        for (let b = a + 1; b < labs.length; b++) {
          const distance = Math.hypot(...(labs[a] ?? []).map((value, i) => value - (labs[b]?.[i] ?? 0)));
          const least = b < 5 ? LEAST.first : LEAST.all;
          assert.ok(distance >= least, `${name}: classes ${a} and ${b} are ${distance.toFixed(3)} apart`);
        }
      }
    }
  });
}

test('the dark theme is the same by system and by switch', () => {
  assert.equal(themes.length, 3);
  for (const name of ['page', 'surface', 'ink', 'type-0', 'type-1', 'type-2', 'type-3', 'type-4', 'accent']) {
    assert.deepEqual(themes[1]?.(name), themes[2]?.(name));
  }
});
