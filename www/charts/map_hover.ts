// The map's top layer: outlines of the active buffer's blocks, the point shown (scrubber), the selected range, the cursor
// and the memory that is free below the extent at the cursor.
import type { MapBlocks } from '#wasm/memory_viewer.js';
import { type Range, toPx } from '../base/range';
import type { Box } from './labels';
import { blockBox, type MapGeometry, type Run } from './map_geometry';
import type { Palette } from './palette';
import { type Paper, snap } from './surface';

type Ctx = CanvasRenderingContext2D;

export interface MapHover {
  readonly blocks: MapBlocks | null;
  /** Position of the point shown; -1: not known. Marked fainter when it is the peak. */
  readonly shown: number;
  readonly atPeak: boolean;
  readonly cursor: number;
  /** The keyboard's crosshair: an address; -1: none. */
  readonly address: number;
  readonly selected: Range | null;
  /** Free rows of the cursor's column, device pixels from the plot's top. */
  readonly free: readonly Run[];
}

/** Half of the scrubber's handle. */
export const HANDLE_PX = 5;

export function drawMapHover(ctx: Ctx, paper: Paper, geometry: MapGeometry, hover: MapHover, palette: Palette): void {
  const { plot, fold, x, y } = geometry;
  const { dpr } = paper;
  const bottom = fold ? fold.y + fold.height : plot.y + plot.height;
  const whole: Box = { x: plot.x, y: plot.y, width: plot.width, height: bottom - plot.y };
  ctx.save();
  ctx.beginPath();
  ctx.rect(whole.x, 0, whole.width, paper.height);
  ctx.clip();
  if (hover.selected) drawSelectedRange(ctx, toPx(x, hover.selected.from), toPx(x, hover.selected.to), whole, palette);
  if (hover.cursor >= 0) drawFree(ctx, dpr, geometry, hover, palette);
  if (hover.shown >= 0) {
    const [color, width] = hover.atPeak ? [palette.ink, 1] : [palette.accent, 2];
    drawScrubber(ctx, toPx(x, hover.shown + 0.5), whole, dpr, color, width);
  }
  if (hover.cursor >= 0) {
    ctx.fillStyle = palette.muted;
    ctx.fillRect(snap(toPx(x, hover.cursor + 0.5) - 0.5, dpr), whole.y, 1, whole.height);
  }
  if (hover.address >= 0) {
    ctx.fillStyle = palette.muted;
    ctx.fillRect(plot.x, snap(toPx(y, hover.address) - 0.5, dpr), plot.width, 1);
  }
  if (hover.blocks) drawOutlines(ctx, dpr, geometry, hover.blocks, palette);
  ctx.restore();
}

/** The part between two positions, with its ends. */
export function drawSelectedRange(ctx: Ctx, from: number, to: number, box: Box, palette: Palette): void {
  const [left, right] = from < to ? [from, to] : [to, from];
  ctx.fillStyle = palette.accent;
  ctx.globalAlpha = 0.14;
  ctx.fillRect(left, box.y, right - left, box.height);
  ctx.globalAlpha = 1;
  ctx.fillRect(left - 0.5, box.y, 1, box.height);
  ctx.fillRect(right - 0.5, box.y, 1, box.height);
}

/** A line with a handle that can be dragged. */
export function drawScrubber(ctx: Ctx, at: number, box: Box, dpr: number, color: string, width: number): void {
  ctx.fillStyle = color;
  ctx.fillRect(snap(at - width / 2, dpr), box.y, width, box.height);
  ctx.beginPath();
  ctx.moveTo(at - HANDLE_PX, box.y - 3);
  ctx.lineTo(at + HANDLE_PX, box.y - 3);
  ctx.lineTo(at + HANDLE_PX, box.y + 2);
  ctx.lineTo(at, box.y + 8);
  ctx.lineTo(at - HANDLE_PX, box.y + 2);
  ctx.closePath();
  ctx.fill();
}

const FREE_WIDTH = 9;

function drawFree(ctx: Ctx, dpr: number, geometry: MapGeometry, hover: MapHover, palette: Palette): void {
  const { plot, x } = geometry;
  const middle = toPx(x, hover.cursor + 0.5);
  ctx.fillStyle = palette.accent;
  ctx.globalAlpha = 0.35;
  for (const run of hover.free) {
    ctx.fillRect(middle - FREE_WIDTH / 2, plot.y + run.from / dpr, FREE_WIDTH, (run.to - run.from) / dpr);
  }
  ctx.globalAlpha = 1;
}

function drawOutlines(ctx: Ctx, dpr: number, geometry: MapGeometry, blocks: MapBlocks, palette: Palette): void {
  for (let i = 0; i < blocks.start.length; i++) {
    const box = blockBox(
      geometry,
      {
        start: blocks.start[i] as number,
        end: blocks.end[i] as number,
        lo: blocks.lo[i] as number,
        hi: blocks.hi[i] as number,
      },
      3,
    );
    if (!box) continue;
    const left = snap(box.x, dpr);
    const top = snap(box.y, dpr);
    const width = Math.max(2, snap(box.x + box.width, dpr) - left);
    const height = Math.max(2, snap(box.y + box.height, dpr) - top);
    ctx.strokeStyle = palette.surface;
    ctx.lineWidth = 4;
    ctx.strokeRect(left, top, width, height);
    ctx.strokeStyle = palette.ink;
    ctx.lineWidth = 2;
    ctx.strokeRect(left, top, width, height);
  }
}
