// A strip: geometry, hit test, and what is drawn for plain, padded and merged bars.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Strip } from '#wasm/memory_viewer.js';
import { MiB } from '../base/bytes';
import { shadeOf } from '../base/color';
import { drawLog, WORD_PALETTE } from './draw_log';
import { drawStrip, drawStripHover, drawStripLabels } from './strip_draw';
import { BAR_HEIGHT, BAR_TOP, segmentAtBytes, segmentAtPx, segmentOf, stepSegment, stripScale } from './strip_geometry';

const paper = { width: 402, height: 61, dpr: 1 };

/** 40 MiB: a plain bar of 20, a half padded one of 10, and ten small ones of 1 together. */
const strip: Strip = {
  totalBytes: 40 * MiB,
  totalBuffers: 12,
  start: Float64Array.of(0, 20 * MiB, 30 * MiB),
  end: Float64Array.of(20 * MiB, 30 * MiB, 40 * MiB),
  unpadded: Float64Array.of(20 * MiB, 5 * MiB, 10 * MiB),
  buffer: Int32Array.of(7, 8, -1),
  count: Uint32Array.of(1, 1, 10),
  type: Uint8Array.of(4, 0, 4),
  matched: Float64Array.of(20 * MiB, 0, 5 * MiB),
};
const scale = stripScale(paper, { from: 0, to: 40 * MiB });

test('hit test finds the bar under a pixel, and nothing outside', () => {
  assert.equal(segmentAtPx(strip, scale, 1)?.buffer, 7);
  assert.equal(segmentAtPx(strip, scale, 202)?.buffer, 8);
  assert.equal(segmentAtPx(strip, scale, 400)?.count, 10);
  assert.equal(segmentAtPx(strip, scale, 0), null);
  assert.equal(segmentAtPx(strip, scale, 402), null);
});

test('stepping stops at the ends and enters from either side', () => {
  assert.equal(stepSegment(strip, -1, 1), 0);
  assert.equal(stepSegment(strip, -1, -1), 2);
  assert.equal(stepSegment(strip, 1, 10), 2);
  assert.equal(stepSegment(strip, 0, -1), 0);
  assert.equal(segmentAtBytes(strip, 25 * MiB), 1);
  assert.equal(segmentAtBytes(strip, 40 * MiB), -1);
});

test('solid as high as the unpadded share, hatched above, merged ones as their own pattern', () => {
  const { ctx, lines } = drawLog();
  drawStrip(ctx, paper, scale, strip, WORD_PALETTE);
  const half = BAR_HEIGHT / 2;
  assert.deepEqual(lines, [
    `rect [solid 4.${shadeOf(7)}] 1 ${BAR_TOP} 199 ${BAR_HEIGHT}`,
    `rect [solid 0.${shadeOf(8)}] 201 ${BAR_TOP + half} 99 ${half}`,
    `rect [padding 0.${shadeOf(8)}] 201 ${BAR_TOP} 99 ${half}`,
    `rect [many 4] 301 ${BAR_TOP} 99 ${BAR_HEIGHT}`,
  ]);
});

test('while searching: what does not match is faded, what does is underlined', () => {
  const { ctx, lines } = drawLog();
  drawStrip(ctx, paper, scale, strip, WORD_PALETTE, true);
  const below = BAR_TOP + BAR_HEIGHT + 1;
  assert.deepEqual(
    lines.filter((line) => line.includes('[surface]')),
    [`rect [surface] 201 ${BAR_TOP} 99 ${BAR_HEIGHT}`, `rect [surface] 351 ${BAR_TOP} 49 ${BAR_HEIGHT}`],
  );
  assert.deepEqual(
    lines.filter((line) => line.includes('[accent]')),
    [`rect [accent] 1 ${below} 199 2`, `rect [accent] 301 ${below} 50 2`],
  );
  const labels = drawLog();
  drawStripLabels(labels.ctx, paper, scale, strip, () => 'name', WORD_PALETTE, true);
  assert.equal(labels.lines.filter((line) => line.includes('"name"')).length, 1);
});

test('labels: name and size where they fit, the count for merged ones, ticks below', () => {
  const { ctx, lines } = drawLog();
  const names = new Map([
    [7, 'fusion.1'],
    [8, 'a_very_long_instruction_name.12'],
  ]);
  drawStripLabels(ctx, paper, scale, strip, (buffer) => names.get(buffer), WORD_PALETTE);
  const texts = lines.filter((line) => line.startsWith('text')).map((line) => /"(.*)"/.exec(line)?.[1]);
  assert.deepEqual(texts.slice(0, 5), ['fusion.1', '20.00 MiB', 'a_ver…n_name.12', '10 small', '10.00 MiB']);
  assert.deepEqual(texts.slice(5), ['0', '16 MiB', '32 MiB']);
});

test('the mark: a frame and a caret; an arrow when the buffer is outside the part shown', () => {
  const inside = drawLog();
  drawStripHover(inside.ctx, paper, scale, { start: 20 * MiB, end: 30 * MiB }, null, WORD_PALETTE);
  assert.equal(inside.lines.filter((line) => line.startsWith('frame')).length, 2);
  const outside = drawLog();
  const zoomed = stripScale(paper, { from: 0, to: 10 * MiB });
  drawStripHover(outside.ctx, paper, zoomed, { start: 20 * MiB, end: 30 * MiB }, null, WORD_PALETTE);
  assert.deepEqual(
    outside.lines.map((line) => line.split(' ')[0]),
    ['area'],
  );
});

test('a merged bar under the cursor is framed', () => {
  const { ctx, lines } = drawLog();
  drawStripHover(ctx, paper, scale, null, segmentOf(strip, 2), WORD_PALETTE);
  assert.equal(lines.length, 2);
});
