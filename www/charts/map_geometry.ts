// Where things are on the memory map: the plot (as wide as the curve's, so that both share x to the pixel), the folded
// strip of whole-program bands under it, scales, and where a picture of one viewport lies in another.
import { fromPx, type Range, type Scale, span, toPx } from '../base/range';
import { MARGIN, POINT_TICK_PX } from './curve_geometry';
import type { Box } from './labels';
import { type Paper, snap } from './surface';

const TOP = 6;
const BOTTOM = 22;
/** Whole-program bands folded together are that high, with a gap above that breaks the axis visibly. */
export const FOLD_HEIGHT = 18;
export const FOLD_GAP = 4;
const BYTE_TICK_PX = 36;

export interface MapGeometry {
  /** On device pixel borders. */
  readonly plot: Box;
  /** The folded bands; null: not folded. */
  readonly fold: Box | null;
  readonly x: Scale;
  /** Addresses, growing upwards. */
  readonly y: Scale;
  /** The plot in device pixels. */
  readonly deviceWidth: number;
  readonly deviceHeight: number;
  readonly byteTicks: number;
  readonly pointTicks: number;
}

export function mapGeometry(paper: Paper, x: Range, y: Range, folded: boolean): MapGeometry {
  const { dpr } = paper;
  const left = snap(MARGIN.left, dpr);
  const right = Math.max(left + 1, snap(paper.width - MARGIN.right, dpr));
  const top = snap(TOP, dpr);
  const end = Math.max(top + 1, snap(paper.height - BOTTOM, dpr));
  const bottom = folded ? Math.max(top + 1, snap(end - FOLD_HEIGHT - FOLD_GAP, dpr)) : end;
  const plot: Box = { x: left, y: top, width: right - left, height: bottom - top };
  return {
    plot,
    fold: folded ? { x: left, y: bottom + FOLD_GAP, width: plot.width, height: end - bottom - FOLD_GAP } : null,
    x: { range: x, x0: MARGIN.left, x1: Math.max(MARGIN.left + 1, paper.width - MARGIN.right) },
    y: { range: y, x0: bottom, x1: top },
    deviceWidth: Math.max(1, Math.round(plot.width * dpr)),
    deviceHeight: Math.max(1, Math.round(plot.height * dpr)),
    byteTicks: Math.max(2, Math.floor(plot.height / BYTE_TICK_PX)),
    pointTicks: Math.max(2, Math.floor(plot.width / POINT_TICK_PX)),
  };
}

/** A part of the map. */
export interface MapView {
  readonly x: Range;
  readonly y: Range;
}

export function sameView(a: MapView, b: MapView): boolean {
  return a.x.from === b.x.from && a.x.to === b.x.to && a.y.from === b.y.from && a.y.to === b.y.to;
}

/** What to copy where so that a picture (of `have`, width × height pixels) lies right in a plot that shows `want`. */
export interface Stretch {
  readonly from: Box;
  readonly to: Box;
}

/** Null: they have nothing in common. */
export function stretch(have: MapView, want: MapView, width: number, height: number, plot: Box): Stretch | null {
  const x0 = Math.max(have.x.from, want.x.from);
  const x1 = Math.min(have.x.to, want.x.to);
  const y0 = Math.max(have.y.from, want.y.from);
  const y1 = Math.min(have.y.to, want.y.to);
  if (!(x1 > x0) || !(y1 > y0)) return null;
  const across = (range: Range, value: number, size: number) => ((value - range.from) / span(range)) * size;
  const down = (range: Range, value: number, size: number) => ((range.to - value) / span(range)) * size;
  const box = (view: MapView, within: Box): Box => {
    const left = across(view.x, x0, within.width);
    const top = down(view.y, y1, within.height);
    return {
      x: within.x + left,
      y: within.y + top,
      width: across(view.x, x1, within.width) - left,
      height: down(view.y, y0, within.height) - top,
    };
  };
  return { from: box(have, { x: 0, y: 0, width, height }), to: box(want, plot) };
}

/** A block's box on the plot, cut to it; null: outside. At least `least` CSS pixels each way. */
export function blockBox(
  geometry: MapGeometry,
  block: { readonly start: number; readonly end: number; readonly lo: number; readonly hi: number },
  least = 1,
): Box | null {
  const { plot, x, y } = geometry;
  const left = Math.max(plot.x, toPx(x, block.start));
  const right = Math.min(plot.x + plot.width, toPx(x, block.end));
  const top = Math.max(plot.y, toPx(y, block.hi));
  const bottom = Math.min(plot.y + plot.height, toPx(y, block.lo));
  if (right < left || bottom < top) return null;
  const grow = (low: number, high: number): [number, number] =>
    high - low >= least ? [low, high - low] : [(low + high - least) / 2, least];
  const [bx, width] = grow(left, right);
  const [by, height] = grow(top, bottom);
  return { x: bx, y: by, width, height };
}

export function inPlot(plot: Box, at: { readonly x: number; readonly y: number }): boolean {
  return at.x >= plot.x && at.x < plot.x + plot.width && at.y >= plot.y && at.y < plot.y + plot.height;
}

/** The address under a pixel. */
export function addressAt(geometry: MapGeometry, py: number): number {
  return fromPx(geometry.y, py);
}

export interface Run {
  readonly from: number;
  readonly to: number;
}

/**
 * Rows [from, to) of one column of a picture that show the background: memory that is free there. Rows count from the top;
 * those above `top` are left out.
 */
export function freeRuns(
  pixels: Uint8ClampedArray,
  width: number,
  height: number,
  column: number,
  background: number,
  top: number,
): Run[] {
  const words = new Uint32Array(pixels.buffer, pixels.byteOffset, width * height);
  const runs: Run[] = [];
  let start = -1;
  for (let row = Math.max(0, top); row <= height; row++) {
    const free = row < height && words[row * width + column] === background >>> 0;
    if (free && start < 0) start = row;
    if (!free && start >= 0) {
      runs.push({ from: start, to: row });
      start = -1;
    }
  }
  return runs;
}
