// The selected range: two program points between which the person wants to know what changed. Selected by dragging with
// Shift on curve or map; kept as program points, with its place on the axis beside it for the charts.
import { batch, effect, signal } from '@preact/signals';
import type { Range } from '../base/range';
import { overview, ready } from './store';
import { axis, setRange, toPoints, toPositions } from './viewport';

/** Program points, from < to; null: none. */
export const selectedRange = signal<Range | null>(null);
/** The same as positions on the axis shown. */
export const selectedPositions = signal<Range | null>(null);

/** While dragging: only the picture follows. */
export function sketchRange(positions: Range): void {
  selectedPositions.value = positions;
}

/** Selects what lies between two positions on the axis shown. */
export async function selectRange(positions: Range): Promise<void> {
  const view = ready.value?.view;
  const whole = { from: Math.floor(positions.from), to: Math.ceil(positions.to) };
  selectedPositions.value = whole;
  const points = await toPoints(whole);
  if (view !== ready.value?.view || !points) return;
  if (points.to > points.from) selectedRange.value = points;
  else clearRange();
}

/** Selects between two program points (from the keyboard, a table, another panel). */
export async function selectPoints(points: Range): Promise<void> {
  const view = ready.value?.view;
  selectedRange.value = points;
  const positions = await toPositions(points);
  if (view === ready.value?.view && selectedRange.value === points) selectedPositions.value = positions;
}

export function clearRange(): void {
  batch(() => {
    selectedRange.value = null;
    selectedPositions.value = null;
  });
}

/** Zooms curve and map to the selected range. */
export function zoomToRange(): void {
  if (selectedPositions.value) setRange(selectedPositions.value);
}

let viewOf: object | null = null;
let axisOf = 0;
// Another view: other points. Another axis: other places.
effect(() => {
  const facts = overview.value;
  const now = axis.value;
  if (facts !== viewOf) {
    viewOf = facts;
    clearRange();
  } else if (now !== axisOf && selectedRange.peek()) {
    const points = selectedRange.peek();
    if (points) void selectPoints(points);
  }
  axisOf = now;
});
