// The capacity on curve and map: a line, and what lies above it shaded so lightly that colours keep their meaning.
import { type Scale, toPx } from '../base/range';
import type { Box } from './labels';
import type { Palette } from './palette';
import { snapLine } from './surface';

type Ctx = CanvasRenderingContext2D;

export interface Limit {
  readonly bytes: number;
  /** "Capacity 15.75 GiB". */
  readonly label: string;
  /** False where live bytes above the line do not mean that it does not fit: buffers overlap (VMEM). */
  readonly shaded: boolean;
}

const SHADE = 0.1;

/** Where the line is; null: above or below what is shown. */
export function limitPx(y: Scale, limit: Limit): number | null {
  return limit.bytes >= y.range.from && limit.bytes <= y.range.to ? toPx(y, limit.bytes) : null;
}

export function shadeAbove(ctx: Ctx, plot: Box, y: Scale, limit: Limit, palette: Palette): void {
  if (!limit.shaded) return;
  const bottom = Math.min(toPx(y, limit.bytes), plot.y + plot.height);
  if (bottom <= plot.y) return;
  ctx.fillStyle = palette.limit;
  ctx.globalAlpha = SHADE;
  ctx.fillRect(plot.x, plot.y, plot.width, bottom - plot.y);
  ctx.globalAlpha = 1;
}

export function drawLimitLine(ctx: Ctx, dpr: number, plot: Box, at: number, palette: Palette): void {
  ctx.fillStyle = palette.limit;
  ctx.fillRect(plot.x, snapLine(at, dpr) - 0.75, plot.width, 1.5);
}
