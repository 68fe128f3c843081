// The curve: geometry, local peaks, and what is drawn.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Curve } from '#wasm/memory_viewer.js';
import { MiB } from '../base/bytes';
import { type CurvePicture, drawCurve, drawCurveHover, drawCurveLabels } from './curve_draw';
import { columnAt, curveGeometry, curveTop, localPeaks, MARGIN, pointAt, pointPx } from './curve_geometry';
import { drawLog, WORD_PALETTE } from './draw_log';

const paper = { width: 400 + MARGIN.left + MARGIN.right, height: 200 + MARGIN.top + MARGIN.bottom, dpr: 1 };

function curveOf(values: readonly number[]): Curve {
  const live = Float64Array.from(values, (value) => value * MiB);
  return {
    point: Float64Array.from({ length: values.length + 1 }, (_, i) => i),
    liveMin: live,
    liveMax: live,
    unpaddedMin: live,
    unpaddedMax: live,
    extentMax: live,
  };
}

const picture: CurvePicture = {
  curve: curveOf([20, 40, 30, 20]),
  bands: [{ type: 0, label: 'Parameters', bytes: 20 * MiB }],
  temporaryType: 4,
  xName: 'program point',
  totalBytes: 44 * MiB,
  showUnpadded: false,
  showExtent: false,
  peakPoint: 1,
  peakBytes: 40 * MiB,
  limit: null,
};
const geometry = curveGeometry(paper, { from: 0, to: 4 }, curveTop(40 * MiB, 40 * MiB, 44 * MiB));

test('points and pixels: a point is as wide as its step', () => {
  assert.equal(pointAt(geometry, MARGIN.left, 4), 0);
  assert.equal(pointAt(geometry, MARGIN.left + 99, 4), 0);
  assert.equal(pointAt(geometry, MARGIN.left + 100, 4), 1);
  assert.equal(pointAt(geometry, 10_000, 4), 3);
  assert.equal(pointPx(geometry, 1), MARGIN.left + 150);
});

test('the axis shows the allocation when it is near, and does not flatten the curve for it when it is far', () => {
  assert.equal(curveTop(40, 42, 44), 44);
  assert.equal(curveTop(40, 42, 400), 42);
  assert.equal(curveTop(200, 105, 105), 200);
});

test('the axis makes room for a capacity within twice the peak, and for what lies above it', () => {
  assert.ok(curveTop(40, 42, 44, 84) > 84);
  assert.equal(curveTop(40, 42, 44, 85), 44);
  assert.equal(curveTop(40, 42, 44, 20), 44);
  assert.equal(curveTop(40, 42, 44), 44);
});

test('columnAt', () => {
  assert.equal(columnAt(picture.curve, 2), 2);
  assert.equal(columnAt(picture.curve, 4), -1);
  assert.equal(columnAt(picture.curve, -1), -1);
});

test('local peaks: plateaus and jitter are one peak, edges count', () => {
  const peaks = (values: number[], prominence: number) =>
    localPeaks(curveOf(values), 10, prominence * MiB).map((peak) => [peak.from, peak.bytes / MiB]);
  assert.deepEqual(peaks([1, 9, 8.9, 9.1, 1, 5, 1], 2), [
    [3, 9.1],
    [5, 5],
  ]);
  assert.deepEqual(peaks([7, 1, 2], 2), [[0, 7]]);
  assert.deepEqual(peaks([4, 4, 4], 1), [[0, 4]]);
  assert.deepEqual(peaks([], 1), []);
});

test('bands lie at the bottom, temporaries on top of them', () => {
  const { ctx, lines } = drawLog();
  drawCurve(ctx, paper, geometry, picture, WORD_PALETTE);
  const bottom = MARGIN.top + 200;
  const parameters = lines.find((line) => line.startsWith('rect [tint 0]'));
  assert.ok(parameters?.endsWith(`400 ${bottom - Number(parameters.split(' ')[4])}`), parameters);
  const areas = lines.filter((line) => line.startsWith('area [tint 4]'));
  assert.equal(areas.length, 2, 'highest and lowest of each column');
  assert.ok(lines.some((line) => line.startsWith('line [line 4]')));
});

test('the peak and the allocation are labelled without touching each other or the line', () => {
  const { ctx, lines } = drawLog();
  drawCurveLabels(ctx, paper, geometry, picture, WORD_PALETTE);
  const texts = lines.filter((line) => line.startsWith('text'));
  const at = (text: string) => {
    const words = texts.find((line) => line.includes(text))?.split(' ') ?? [];
    return { x: Number(words.at(-2)), y: Number(words.at(-1)) };
  };
  const peak = at('"Peak 40.00 MiB"');
  const allocated = at('"Allocated 44.00 MiB"');
  assert.ok(Number.isFinite(peak.x) && Number.isFinite(allocated.x));
  assert.ok(Math.abs(peak.y - allocated.y) >= 14 || Math.abs(peak.x - allocated.x) > 80);
  assert.ok(at('"Parameters 20.00 MiB"').y > peak.y);
});

test('the x axis says what it counts where there is room, and no number runs into that', () => {
  const { ctx, lines } = drawLog();
  drawCurveLabels(ctx, paper, geometry, picture, WORD_PALETTE);
  assert.ok(lines.some((line) => line.includes('"program point →"')));
  assert.ok(lines.some((line) => line.includes('"0"')));
  assert.ok(!lines.some((line) => line.includes('"4"')));
  const narrow = { ...paper, width: 300 };
  const second = drawLog();
  drawCurveLabels(second.ctx, narrow, curveGeometry(narrow, { from: 0, to: 4 }, 44 * MiB), picture, WORD_PALETTE);
  assert.ok(!second.lines.some((line) => line.includes('→')));
});

test('no peak is marked on a flat curve', () => {
  const { ctx, lines } = drawLog();
  drawCurveLabels(ctx, paper, geometry, { ...picture, peakPoint: -1 }, WORD_PALETTE);
  assert.ok(!lines.some((line) => line.includes('Peak')));
});

test('a lifetime spans its points and is as high as the buffer is large', () => {
  const { ctx, lines } = drawLog();
  const hover = {
    lifetimes: [{ start: 1, end: 3 }],
    bytes: 10 * MiB,
    type: 4,
    shade: 2,
    cursor: -1,
    cursorBytes: 0,
    shown: -1,
    selected: null,
  };
  drawCurveHover(ctx, paper, geometry, hover, WORD_PALETTE);
  const bar = lines
    .filter((line) => line.startsWith('rect [solid 4.2]'))[1]
    ?.split(' ')
    .slice(3)
    .map(Number);
  assert.deepEqual([bar?.[0], bar?.[2]], [MARGIN.left + 100, 200]);
  const perMiB = 200 / (geometry.y.range.to / MiB);
  assert.ok(Math.abs((bar?.[3] ?? 0) - 10 * perMiB) <= 1);
});

const capacity = (mib: number) => ({ bytes: mib * MiB, label: `Capacity ${mib} MiB`, shaded: true });

test('the capacity: what is above it is shaded, the line is where it is, the label does not touch others', () => {
  const { ctx, lines } = drawLog();
  const top = curveTop(40 * MiB, 40 * MiB, 44 * MiB, 60 * MiB);
  const shape = curveGeometry(paper, { from: 0, to: 4 }, top);
  const limited = { ...picture, limit: capacity(60) };
  drawCurve(ctx, paper, shape, limited, WORD_PALETTE);
  const at = MARGIN.top + 200 * (1 - (60 * MiB) / shape.y.range.to);
  const shade =
    lines
      .find((line) => line.startsWith('rect [limit]'))
      ?.split(' ')
      .slice(2)
      .map(Number) ?? [];
  assert.deepEqual(shade.slice(0, 3), [MARGIN.left, MARGIN.top, 400]);
  assert.ok(Math.abs((shade[3] as number) - (at - MARGIN.top)) < 0.01);
  const labels = drawLog();
  drawCurveLabels(labels.ctx, paper, shape, limited, WORD_PALETTE);
  const line =
    labels.lines
      .find((one) => one.startsWith('rect [limit]'))
      ?.split(' ')
      .map(Number) ?? [];
  assert.ok(Math.abs((line[3] as number) - at) < 2);
  assert.ok(labels.lines.some((one) => one.startsWith('text [limit] "Capacity 60 MiB"')));
  assert.ok(labels.lines.some((one) => one.includes('"Allocated 44.00 MiB"')));
});

test('a capacity far above is told, one below the peak crosses the curve', () => {
  const far = drawLog();
  drawCurve(far.ctx, paper, geometry, { ...picture, limit: capacity(800) }, WORD_PALETTE);
  assert.ok(!far.lines.some((line) => line.startsWith('rect [limit]')));
  drawCurveLabels(far.ctx, paper, geometry, { ...picture, limit: capacity(800) }, WORD_PALETTE);
  assert.ok(far.lines.some((line) => line.includes('"Capacity 800 MiB, above this chart"')));
  const low = drawLog();
  drawCurveLabels(low.ctx, paper, geometry, { ...picture, limit: capacity(30) }, WORD_PALETTE);
  assert.ok(low.lines.some((line) => line.includes('"Capacity 30 MiB"')));
});
