// Which rows of a long table exist in the document, and where. Browsers cap the height of an element (Firefox at about 17
// million pixels), so beyond MAX_PX scrolling by a pixel moves by more than a pixel of rows. Pure.

export const ROW_PX = 28;
const MAX_PX = 8_000_000;
const OVERSCAN = 6;

export interface VirtualRows {
  /** Rows [first, end) exist. */
  readonly first: number;
  readonly end: number;
  /** Empty space above and below them. */
  readonly above: number;
  readonly below: number;
}

/** Pixels of rows per pixel of scrolling. */
function pace(total: number, viewPx: number): number {
  const all = total * ROW_PX;
  return all <= MAX_PX ? 1 : (all - viewPx) / (MAX_PX - viewPx);
}

export function virtualRows(total: number, scrollTop: number, viewPx: number): VirtualRows {
  const top = scrollTop * pace(total, viewPx);
  const first = Math.min(total, Math.max(0, Math.floor(top / ROW_PX) - OVERSCAN));
  const end = Math.min(total, Math.ceil((top + viewPx) / ROW_PX) + OVERSCAN);
  const above = Math.max(0, scrollTop - (top - first * ROW_PX));
  const height = Math.min(total * ROW_PX, MAX_PX);
  return { first, end, above, below: Math.max(0, height - above - (end - first) * ROW_PX) };
}

/** Where to scroll so that a row is in sight, from where it is now; `headPx` at the top are covered by the header. */
export function scrollToRow(row: number, total: number, scrollTop: number, viewPx: number, headPx: number): number {
  const speed = pace(total, viewPx);
  const top = scrollTop * speed;
  const y = row * ROW_PX;
  if (y < top) return y / speed;
  const room = viewPx - headPx - ROW_PX;
  return y > top + room ? (y - room) / speed : scrollTop;
}
