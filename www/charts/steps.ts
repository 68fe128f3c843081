// A curve whose values hold from one point to the next, as curve and map draw it.
import { type Scale, toPx } from '../base/range';

/** Levels closer than this (CSS pixels) look the same. */
const SAME_PX = 0.25;
/** Columns that stand for many points are this wide at most (CSS pixels); in them a step looks like a line to its level. */
const NARROW_PX = 1;

/** Adds values[i] from point[i] to point[i + 1] to the path. Neighbours that look the same are one step, and a step no wider
 *  than a pixel is one point: it is their number that drawing a path costs, above all a dashed one. */
export function addSteps(
  ctx: CanvasRenderingContext2D,
  point: ArrayLike<number>,
  values: ArrayLike<number>,
  x: Scale,
  y: Scale,
): void {
  let level = Number.NaN;
  let before = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < values.length; i++) {
    const next = toPx(y, values[i] as number);
    if (Math.abs(next - level) < SAME_PX) continue;
    const at = toPx(x, point[i] as number);
    if (i > 0 && at - before > NARROW_PX) ctx.lineTo(at, level);
    ctx.lineTo(at, next);
    level = next;
    before = at;
  }
  ctx.lineTo(toPx(x, point[values.length] as number), level);
}
