// One-dimensional geometry: half-open ranges [from, to) of program points or bytes, and the linear map to pixels.
// The same three calls (zoom, pan, clamp) serve the curve and the strips; every result lies inside its bounds.

export interface Range {
  readonly from: number;
  readonly to: number;
}

export function span(range: Range): number {
  return range.to - range.from;
}

export function sameRange(a: Range, b: Range): boolean {
  return a.from === b.from && a.to === b.to;
}

export function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}

/** Shifts (and if need be shrinks) a range into bounds; keeps its span if that fits. */
export function fitInto(range: Range, bounds: Range): Range {
  const width = Math.min(span(range), span(bounds));
  const from = clamp(range.from, bounds.from, bounds.to - width);
  return { from, to: from + width };
}

/** Zooms by factor (below 1: closer) keeping `anchor` where it is on screen. */
export function zoomAt(range: Range, anchor: number, factor: number, bounds: Range, minSpan: number): Range {
  const width = clamp(span(range) * factor, Math.min(minSpan, span(bounds)), span(bounds));
  const share = span(range) === 0 ? 0.5 : (anchor - range.from) / span(range);
  const from = anchor - share * width;
  return fitInto({ from, to: from + width }, bounds);
}

/** Pans by delta, in the range's own unit. */
export function pan(range: Range, delta: number, bounds: Range): Range {
  return fitInto({ from: range.from + delta, to: range.to + delta }, bounds);
}

/** A linear map from a range to pixels [x0, x1]. */
export interface Scale {
  readonly range: Range;
  readonly x0: number;
  readonly x1: number;
}

export function toPx(scale: Scale, value: number): number {
  const { range, x0, x1 } = scale;
  return span(range) === 0 ? x0 : x0 + ((value - range.from) / span(range)) * (x1 - x0);
}

export function fromPx(scale: Scale, px: number): number {
  const { range, x0, x1 } = scale;
  return x1 === x0 ? range.from : range.from + ((px - x0) / (x1 - x0)) * span(range);
}

/** Index of the last element <= value in an ascending array; -1 if all are larger. */
export function lastAtMost(ascending: ArrayLike<number>, value: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] as number) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
