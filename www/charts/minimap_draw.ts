// The minimap: the whole curve, small, with a window around the part that curve and map show.
import type { Curve } from '#wasm/memory_viewer.js';
import { type Range, type Scale, toPx } from '../base/range';
import { MARGIN } from './curve_geometry';
import type { Box } from './labels';
import { drawSelectedRange } from './map_hover';
import type { Palette } from './palette';
import { type Paper, snap } from './surface';

type Ctx = CanvasRenderingContext2D;

const EDGE = 2;

export interface MinimapGeometry {
  readonly plot: Box;
  readonly x: Scale;
  readonly y: Scale;
}

export function minimapGeometry(paper: Paper, full: Range, top: number): MinimapGeometry {
  const plot: Box = {
    x: MARGIN.left,
    y: EDGE,
    width: Math.max(1, paper.width - MARGIN.left - MARGIN.right),
    height: Math.max(1, paper.height - 2 * EDGE),
  };
  return {
    plot,
    x: { range: full, x0: plot.x, x1: plot.x + plot.width },
    y: { range: { from: 0, to: Math.max(1, top) }, x0: plot.y + plot.height, x1: plot.y },
  };
}

export function drawMinimap(ctx: Ctx, geometry: MinimapGeometry, curve: Curve, type: number, palette: Palette): void {
  const { plot, x, y } = geometry;
  ctx.fillStyle = palette.grid;
  ctx.fillRect(plot.x, plot.y, plot.width, plot.height);
  ctx.beginPath();
  ctx.moveTo(plot.x, plot.y + plot.height);
  for (let i = 0; i < curve.liveMax.length; i++) {
    const level = toPx(y, curve.liveMax[i] as number);
    ctx.lineTo(toPx(x, curve.point[i] as number), level);
    ctx.lineTo(toPx(x, curve.point[i + 1] as number), level);
  }
  ctx.lineTo(plot.x + plot.width, plot.y + plot.height);
  ctx.closePath();
  ctx.fillStyle = palette.tint(type);
  ctx.fill();
}

export interface MinimapMarks {
  /** The part shown; null: everything. */
  readonly window: Range | null;
  readonly shown: number;
  readonly selected: Range | null;
}

export function drawMinimapMarks(
  ctx: Ctx,
  paper: Paper,
  geometry: MinimapGeometry,
  marks: MinimapMarks,
  palette: Palette,
): void {
  const { plot, x } = geometry;
  const { dpr } = paper;
  if (marks.selected) drawSelectedRange(ctx, toPx(x, marks.selected.from), toPx(x, marks.selected.to), plot, palette);
  if (marks.shown >= 0) {
    ctx.fillStyle = palette.ink;
    ctx.fillRect(snap(toPx(x, marks.shown + 0.5) - 0.5, dpr), plot.y, 1, plot.height);
  }
  if (!marks.window) return;
  const left = snap(toPx(x, marks.window.from), dpr);
  const right = Math.max(left + 3, snap(toPx(x, marks.window.to), dpr));
  ctx.fillStyle = palette.surface;
  ctx.globalAlpha = 0.6;
  ctx.fillRect(plot.x, plot.y, left - plot.x, plot.height);
  ctx.fillRect(right, plot.y, plot.x + plot.width - right, plot.height);
  ctx.globalAlpha = 1;
  ctx.strokeStyle = palette.accent;
  ctx.lineWidth = 1.5;
  ctx.strokeRect(left, plot.y, right - left, plot.height);
}
