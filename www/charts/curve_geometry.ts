// Where things are in the curve chart: plot box, scales, and what lies under a pixel. Shared by drawing, hit test and
// the keyboard; knows bytes and program points, no colours.
import type { Curve } from '#wasm/memory_viewer.js';
import { clamp, fromPx, lastAtMost, type Range, type Scale, toPx } from '../base/range';
import { niceByteTop } from '../base/ticks';
import type { Box } from './labels';
import type { Paper } from './surface';

export const MARGIN = { left: 62, right: 14, top: 22, bottom: 22 } as const;
/** A byte tick every so many pixels at most, a point tick every so many. */
export const BYTE_TICK_PX = 34;
export const POINT_TICK_PX = 90;

export interface CurveGeometry {
  readonly plot: Box;
  readonly x: Scale;
  /** From 0 at the bottom to a nice number above everything shown. */
  readonly y: Scale;
  readonly byteTicks: number;
  readonly pointTicks: number;
}

export function curveGeometry(paper: Paper, range: Range, top: number): CurveGeometry {
  const plot: Box = {
    x: MARGIN.left,
    y: MARGIN.top,
    width: Math.max(1, paper.width - MARGIN.left - MARGIN.right),
    height: Math.max(1, paper.height - MARGIN.top - MARGIN.bottom),
  };
  const byteTicks = Math.max(2, Math.floor(plot.height / BYTE_TICK_PX));
  return {
    plot,
    x: { range, x0: plot.x, x1: plot.x + plot.width },
    y: { range: { from: 0, to: niceByteTop(top, byteTicks) }, x0: plot.y + plot.height, x1: plot.y },
    byteTicks,
    pointTicks: Math.max(2, Math.floor(plot.width / POINT_TICK_PX)),
  };
}

/** A total further above the peak than this would flatten the curve; it is then told in words only. */
const FAR_ABOVE = 1.6;

/** The same for the capacity, which is worth more room: whether the program fits is seen at once. */
const LIMIT_FAR_ABOVE = 2;
/** Room above the capacity's line, as a share of it, so that there is an above. */
const ABOVE_LIMIT = 0.08;

/** The highest value the y axis has to show: the peak, and the allocated total and the capacity (-1: none) when near. */
export function curveTop(peak: number, extent: number, total: number, limit = -1): number {
  const top = Math.max(peak, extent);
  const reserved = total > top && total <= top * FAR_ABOVE ? total : top;
  const near = limit > 0 && limit <= top * LIMIT_FAR_ABOVE;
  return near ? Math.max(reserved, limit * (1 + ABOVE_LIMIT)) : reserved;
}

/** The program point under a pixel. */
export function pointAt(geometry: Pick<CurveGeometry, 'x'>, px: number, points: number): number {
  return clamp(Math.floor(fromPx(geometry.x, px)), 0, Math.max(0, points - 1));
}

/** Middle of a program point's step in pixels. */
export function pointPx(geometry: Pick<CurveGeometry, 'x'>, point: number): number {
  return toPx(geometry.x, point + 0.5);
}

/** The column of the curve that covers a point; -1 outside. */
export function columnAt(curve: Curve, point: number): number {
  const column = lastAtMost(curve.point, point);
  return column < curve.liveMax.length && column >= 0 ? column : -1;
}

export interface LocalPeak {
  readonly from: number;
  readonly to: number;
  readonly bytes: number;
}

/**
 * The local peaks of a curve's columns, highest first, at most `most`. A peak counts when the curve falls by at least
 * `prominence` bytes on both sides before it rises higher; so the jitter on a plateau is one peak, not a hundred.
 */
export function localPeaks(curve: Curve, most: number, prominence: number): LocalPeak[] {
  const values = curve.liveMax;
  const found: LocalPeak[] = [];
  let lowest = Number.NEGATIVE_INFINITY; // on the left of the candidate; the edge of the program counts as low
  let candidate = -1;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    if (candidate < 0) {
      if (value - lowest >= prominence) candidate = i;
      else lowest = Math.min(lowest, value);
    } else if (value > (values[candidate] as number)) {
      candidate = i;
    } else if ((values[candidate] as number) - value >= prominence) {
      found.push(columnPeak(curve, candidate));
      candidate = -1;
      lowest = value;
    }
  }
  if (candidate >= 0) found.push(columnPeak(curve, candidate));
  return found.sort((a, b) => b.bytes - a.bytes || a.from - b.from).slice(0, most);
}

function columnPeak(curve: Curve, column: number): LocalPeak {
  return {
    from: curve.point[column] as number,
    to: curve.point[column + 1] as number,
    bytes: curve.liveMax[column] as number,
  };
}
