// Where a tooltip is beside the cursor, inside its chart. As many percent of its own height up as the cursor is down the
// chart: so nothing has to be measured, and pointing never waits for the page to be laid out.
import type { Cursor } from '../state/cursor';

const GAP_PX = 16;
const NARROW_PX = 480;

/** On a narrow chart there is no room beside the cursor: above the chart then, `over` pixels into it. */
export function beside({ x, y, paper }: Cursor, over: number): Record<string, string> {
  const { width, height } = paper;
  if (width < NARROW_PX) return { left: '0', bottom: `calc(100% - ${over}px)` };
  return {
    ...(x < width / 2 ? { left: `${x + GAP_PX}px` } : { right: `${width - x + GAP_PX}px` }),
    top: `${y}px`,
    transform: `translateY(${(-100 * y) / height}%)`,
  };
}
