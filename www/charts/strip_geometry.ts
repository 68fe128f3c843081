// Where things are in a strip (the live buffers side by side, x = cumulated bytes): pixels of segments, what lies under
// one, and stepping from segment to segment with the keyboard.
import type { Strip } from '#wasm/memory_viewer.js';
import { fromPx, lastAtMost, type Range, type Scale, toPx } from '../base/range';
import { type Paper, snap } from './surface';

export const BAR_TOP = 7;
export const BAR_HEIGHT = 38;
/** Below the bar: ticks of the byte axis. */
export const AXIS_HEIGHT = 16;
export const STRIP_HEIGHT = BAR_TOP + BAR_HEIGHT + AXIS_HEIGHT;
/** No segment is narrower; smaller buffers are put together. */
export const MIN_SEGMENT_PX = 3;
const SIDE = 1;

export function stripScale(paper: Paper, range: Range): Scale {
  return { range, x0: SIDE, x1: Math.max(SIDE + 1, paper.width - SIDE) };
}

export interface Segment {
  readonly index: number;
  readonly buffer: number; // -1: several
  readonly count: number;
  readonly start: number;
  readonly end: number;
  readonly unpadded: number;
  readonly type: number;
  /** Share of its bytes that match the search, 0 to 1. */
  readonly matched: number;
}

export function segmentOf(strip: Strip, index: number): Segment | null {
  if (index < 0 || index >= strip.buffer.length) return null;
  const start = strip.start[index] as number;
  const end = strip.end[index] as number;
  return {
    index,
    buffer: strip.buffer[index] as number,
    count: strip.count[index] as number,
    start,
    end,
    unpadded: strip.unpadded[index] as number,
    type: strip.type[index] as number,
    matched: end > start ? (strip.matched[index] as number) / (end - start) : 0,
  };
}

/** The segment under a pixel, or null. */
export function segmentAtPx(strip: Strip, scale: Scale, px: number): Segment | null {
  if (px < scale.x0 || px > scale.x1) return null;
  const bytes = fromPx(scale, px);
  const found = segmentOf(strip, lastAtMost(strip.start, bytes));
  return found && bytes < found.end ? found : null;
}

/** Edges in pixels on device pixel borders; neighbours share theirs. */
export function segmentPx(
  segment: { start: number; end: number },
  scale: Scale,
  dpr: number,
): { x: number; width: number } {
  const x = snap(toPx(scale, segment.start), dpr);
  return { x, width: Math.max(1 / dpr, snap(toPx(scale, segment.end), dpr) - x) };
}

/** The next segment in a direction; from -1 the first or last. */
export function stepSegment(strip: Strip, index: number, by: number): number {
  const last = strip.buffer.length - 1;
  if (last < 0) return -1;
  if (index < 0) return by > 0 ? 0 : last;
  return Math.min(last, Math.max(0, index + by));
}

/** The index of the segment that shows a byte position. */
export function segmentAtBytes(strip: Strip, bytes: number): number {
  const index = lastAtMost(strip.start, bytes);
  return index >= 0 && bytes < (strip.end[index] as number) ? index : -1;
}
