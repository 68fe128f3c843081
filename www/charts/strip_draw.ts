// Draws a strip. A bar's width is its bytes; from the bottom up it is solid as far as its unpadded share goes and hatched
// above, so hatched area = wasted bytes. Many small buffers together are upright lines. While something is searched for, what
// doesn't match is faded and what does has a line under it, so that a match of one pixel is seen, too.
import type { Strip } from '#wasm/memory_viewer.js';
import { formatBytes, formatCount } from '../base/bytes';
import { shadeOf } from '../base/color';
import { type Scale, span, toPx } from '../base/range';
import { byteTicks } from '../base/ticks';
import { fitText } from './labels';
import type { Palette } from './palette';
import { BAR_HEIGHT, BAR_TOP, type Segment, segmentOf, segmentPx } from './strip_geometry';
import { type Paper, snap, snapLine } from './surface';

type Ctx = CanvasRenderingContext2D;

/** Bars wider than this get a gap to the next one; narrower ones would lose too much of themselves. */
const GAP_FROM_PX = 5;
/** Bars wider than this get a label. */
export const LABEL_FROM_PX = 38;
const TICK_PX = 96;

function paddingHeight(segment: Segment): number {
  const share = 1 - segment.unpadded / (segment.end - segment.start);
  if (!(share > 0)) return 0;
  // What is there is seen: at least a pixel.
  return Math.min(BAR_HEIGHT, Math.max(share >= 0.001 ? 1 : 0, share * BAR_HEIGHT));
}

export function drawStrip(
  ctx: Ctx,
  paper: Paper,
  scale: Scale,
  strip: Strip,
  palette: Palette,
  searching = false,
): void {
  const { dpr } = paper;
  for (let index = 0; index < strip.buffer.length; index++) {
    const segment = segmentOf(strip, index);
    if (!segment) continue;
    const { x, width } = segmentPx(segment, scale, dpr);
    const inner = width > GAP_FROM_PX ? width - 1 : width;
    const shade = shadeOf(segment.buffer);
    const padding = snap(paddingHeight(segment), dpr);
    ctx.fillStyle = segment.buffer < 0 ? palette.many(segment.type) : palette.solid(segment.type, shade);
    ctx.fillRect(x, BAR_TOP + padding, inner, BAR_HEIGHT - padding);
    if (padding > 0) {
      ctx.fillStyle = palette.padding(segment.type, shade);
      ctx.fillRect(x, BAR_TOP, inner, padding);
    }
    if (searching) drawMatch(ctx, x, inner, segment.matched, palette, dpr);
  }
}

/** How much of the surface lies over what doesn't match. */
const FADE = 0.78;
const MATCH_LINE = 2;

/** The left share of the bar matches: of merged buffers only the amount is known, not which. */
function drawMatch(ctx: Ctx, x: number, width: number, share: number, palette: Palette, dpr: number): void {
  const matched = share > 0 ? Math.min(width, Math.max(1 / dpr, snap(width * share, dpr))) : 0;
  if (matched < width) {
    ctx.globalAlpha = FADE;
    ctx.fillStyle = palette.surface;
    ctx.fillRect(x + matched, BAR_TOP, width - matched, BAR_HEIGHT);
    ctx.globalAlpha = 1;
  }
  if (matched > 0) {
    ctx.fillStyle = palette.accent;
    ctx.fillRect(x, BAR_TOP + BAR_HEIGHT + 1, Math.max(matched, MATCH_LINE), MATCH_LINE);
  }
}

/** The name of a buffer, once it is known; see the panel. */
export type NameOf = (buffer: number) => string | undefined;

export function drawStripLabels(
  ctx: Ctx,
  paper: Paper,
  scale: Scale,
  strip: Strip,
  nameOf: NameOf,
  palette: Palette,
  searching = false,
): void {
  const { dpr } = paper;
  const bottom = BAR_TOP + BAR_HEIGHT;
  ctx.font = palette.font;
  ctx.textBaseline = 'middle';
  const measure = (text: string) => ctx.measureText(text).width;
  for (let index = 0; index < strip.buffer.length; index++) {
    const segment = segmentOf(strip, index);
    if (!segment) continue;
    const { x, width } = segmentPx(segment, scale, dpr);
    if (width < LABEL_FROM_PX || (searching && segment.matched === 0)) continue;
    drawBarLabel(ctx, segment, x, width, nameOf, palette, measure);
  }
  ctx.fillStyle = palette.muted;
  ctx.textAlign = 'center';
  const ticks = byteTicks(scale.range, Math.max(2, Math.floor((scale.x1 - scale.x0) / TICK_PX)));
  for (const tick of ticks) {
    const at = toPx(scale, tick.value);
    ctx.fillRect(snapLine(at, dpr) - 0.5 / dpr, bottom + (searching ? 3 : 1), 1 / dpr, searching ? 2 : 3);
    const half = measure(tick.label) / 2;
    ctx.fillText(tick.label, Math.min(Math.max(at, scale.x0 + half), scale.x1 - half), bottom + 11);
  }
}

function drawBarLabel(
  ctx: Ctx,
  segment: Segment,
  x: number,
  width: number,
  nameOf: NameOf,
  palette: Palette,
  measure: (text: string) => number,
): void {
  const room = width - 10;
  const known = segment.buffer >= 0 ? nameOf(segment.buffer) : undefined;
  if (segment.buffer >= 0 && !known) return;
  const first = known ?? `${formatCount(segment.count)} small`;
  const second = formatBytes(segment.end - segment.start);
  const lines = [fitText(first, room, measure), measure(second) <= room ? second : ''].filter(Boolean);
  const padding = known ? paddingHeight(segment) : 0;
  // On the solid part if that is high enough for text, else on a plate of its own.
  const solid = BAR_HEIGHT - padding;
  const shown = lines.slice(0, solid >= 30 || padding === 0 ? 2 : 1);
  const middle = BAR_TOP + padding + solid / 2;
  ctx.textAlign = 'left';
  const plate = segment.buffer < 0 || solid < 15;
  shown.forEach((text, line) => {
    const y = (plate ? BAR_TOP + BAR_HEIGHT / 2 : middle) + (line - (shown.length - 1) / 2) * 13;
    if (plate) {
      ctx.fillStyle = palette.surface;
      ctx.fillRect(x + 3, y - 7, measure(text) + 4, 14);
    }
    ctx.fillStyle = plate ? palette.ink : palette.inkOn(segment.type);
    ctx.fillText(text, x + 5, y);
  });
}

/** Marks a byte range (the active buffer) and, paler, the segment under the cursor. */
export function drawStripHover(
  ctx: Ctx,
  paper: Paper,
  scale: Scale,
  mark: { readonly start: number; readonly end: number } | null,
  cursor: Segment | null,
  palette: Palette,
): void {
  const { dpr } = paper;
  if (cursor && cursor.buffer < 0) {
    const { x, width } = segmentPx(cursor, scale, dpr);
    outline(ctx, x, width, palette, dpr);
  }
  if (!mark) return;
  const { from, to } = scale.range;
  if (mark.end <= from || mark.start >= to) {
    arrow(ctx, mark.end <= from ? scale.x0 : scale.x1, mark.end <= from ? 1 : -1, palette);
    return;
  }
  const { x, width } = segmentPx({ start: Math.max(from, mark.start), end: Math.min(to, mark.end) }, scale, dpr);
  // Much smaller than a segment can be: widened around its middle so that it can be seen at all.
  const grown = Math.max(width, 3);
  const left = Math.min(x - (grown - width) / 2, scale.x1 - grown);
  outline(ctx, left, grown, palette, dpr);
  caret(ctx, left + grown / 2, palette);
}

function outline(ctx: Ctx, x: number, width: number, palette: Palette, dpr: number): void {
  const line = 2;
  ctx.strokeStyle = palette.surface;
  ctx.lineWidth = line + 2;
  const left = snap(x, dpr) - line / 2;
  const box = [left, BAR_TOP - line / 2, width + line - (width > GAP_FROM_PX ? 1 : 0), BAR_HEIGHT + line] as const;
  ctx.strokeRect(...box);
  ctx.strokeStyle = palette.ink;
  ctx.lineWidth = line;
  ctx.strokeRect(...box);
}

function caret(ctx: Ctx, x: number, palette: Palette): void {
  ctx.fillStyle = palette.ink;
  ctx.beginPath();
  ctx.moveTo(x - 4.5, 0);
  ctx.lineTo(x + 4.5, 0);
  ctx.lineTo(x, BAR_TOP - 1.5);
  ctx.fill();
}

function arrow(ctx: Ctx, x: number, direction: number, palette: Palette): void {
  const middle = BAR_TOP + BAR_HEIGHT / 2;
  ctx.fillStyle = palette.ink;
  ctx.beginPath();
  ctx.moveTo(x, middle);
  ctx.lineTo(x + direction * 8, middle - 7);
  ctx.lineTo(x + direction * 8, middle + 7);
  ctx.fill();
}

/** Bytes per pixel; tells when zooming in further shows nothing new. */
export function bytesPerPx(scale: Scale): number {
  return span(scale.range) / (scale.x1 - scale.x0);
}
