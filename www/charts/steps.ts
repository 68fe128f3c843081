// A curve whose values hold from one point to the next, as curve and map draw it.
import { type Scale, toPx } from '../base/range';

/** Levels closer than this (CSS pixels) look the same. */
const SAME_PX = 0.25;

/** Adds values[i] from point[i] to point[i + 1] to the path. Neighbours that look the same are one step: it is the number of
 *  points that drawing a path costs, above all a dashed one, and where the curve is flat there are thousands of them. */
export function addSteps(
  ctx: CanvasRenderingContext2D,
  point: ArrayLike<number>,
  values: ArrayLike<number>,
  x: Scale,
  y: Scale,
): void {
  let level = Number.NaN;
  for (let i = 0; i < values.length; i++) {
    const next = toPx(y, values[i] as number);
    if (Math.abs(next - level) < SAME_PX) continue;
    const at = toPx(x, point[i] as number);
    if (i > 0) ctx.lineTo(at, level);
    ctx.lineTo(at, next);
    level = next;
  }
  ctx.lineTo(toPx(x, point[values.length] as number), level);
}
