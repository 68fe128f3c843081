// The x axis that curve, map and minimap share: what it means (program points or schedule positions), how long it is,
// which part of it is shown, and where the points that matter lie on it. Ranges here are axis positions; on the axis of
// program points a position is the point itself, on the other the core converts.
import { batch, computed, effect, signal } from '@preact/signals';
import { clamp, fitInto, type Range, sameRange } from '../base/range';
import { call } from '../engine/client';
import { latest } from '../engine/latest';
import { isFailure } from '../engine/messages';
import { AXIS } from '../engine/orders';
import { curveRange, notice, overview, ready, shownPoint } from './store';

export type AxisNumber = (typeof AXIS)[keyof typeof AXIS];

/** No closer than this many positions across the plot. */
export const MIN_POSITIONS = 8;

const wished = signal<AxisNumber>(AXIS.events);
/** Length of the schedule axis of a view; asked for when wished. */
const schedule = signal<{ readonly view: number; readonly length: number } | null>(null);

/** The axis on screen: the one wished, as soon as the view is known to have it. */
export const axis = computed((): AxisNumber => {
  const there = schedule.value !== null && schedule.value.view === ready.value?.view;
  return wished.value === AXIS.schedule && there ? AXIS.schedule : AXIS.events;
});
export const axisLength = computed(() =>
  axis.value === AXIS.schedule ? (schedule.value?.length ?? 1) : (overview.value?.points ?? 1),
);

interface Placed {
  readonly view: number;
  readonly shown: number;
  readonly peak: number;
  readonly shownAt: number;
  readonly peakAt: number;
}
const placed = signal<Placed | null>(null);

/** Positions of the point shown and of the peak; -1 while they are on their way. */
export const shownPosition = computed(() => positionOf('shown'));
export const peakPosition = computed(() => positionOf('peak'));

function positionOf(which: 'shown' | 'peak'): number {
  const point = which === 'shown' ? shownPoint.value : (overview.value?.peakPoint ?? -1);
  if (axis.value === AXIS.events) return point;
  const known = placed.value;
  if (!known || known.view !== ready.value?.view || known[which] !== point) return -1;
  return which === 'shown' ? known.shownAt : known.peakAt;
}

const askPlaces = latest(
  (args: { view: number; shown: number; peak: number }) =>
    call('place', { view: args.view, axis: AXIS.schedule, points: [args.shown, args.peak] }),
  (answer, args) => {
    if (isFailure(answer) || args.view !== ready.value?.view) return;
    const [shownAt = -1, peakAt = -1] = answer.position;
    placed.value = { ...args, shownAt, peakAt };
  },
);

effect(() => {
  const view = ready.value?.view;
  const peak = overview.value?.peakPoint;
  if (view === undefined || peak === undefined || axis.value !== AXIS.schedule) return;
  askPlaces({ view, shown: shownPoint.value, peak });
});

export function fullRange(): Range {
  return { from: 0, to: Math.max(1, axisLength.value) };
}

export function visibleRange(): Range {
  const range = curveRange.value;
  return range ? fitInto(range, fullRange()) : fullRange();
}

export function setRange(range: Range): void {
  curveRange.value = sameRange(range, fullRange()) ? null : range;
}

/** Pans as little as needed so that a position is shown. */
export function reveal(position: number): void {
  const range = visibleRange();
  if (position >= range.from && position + 1 <= range.to) return;
  const width = range.to - range.from;
  const from = position < range.from ? position - width * 0.1 : position + 1 - width * 0.9;
  setRange(fitInto({ from, to: from + width }, fullRange()));
}

/** A range of program points as positions on the axis shown, or null. */
export async function toPositions(range: Range): Promise<Range | null> {
  const view = ready.value?.view;
  if (view === undefined || axis.value === AXIS.events) return range;
  const answer = await call('place', { view, axis: axis.value, points: [range.from, range.to] });
  if (isFailure(answer)) return null;
  const [from = 0, to = 0] = answer.position;
  return { from, to: Math.max(to, from + 1) };
}

/** Positions on the axis shown as a range of program points, or null. */
export async function toPoints(range: Range): Promise<Range | null> {
  const view = ready.value?.view;
  const facts = overview.value;
  if (view === undefined || !facts) return null;
  const ends = { from: Math.floor(range.from), to: Math.ceil(range.to) };
  if (axis.value === AXIS.events) return { from: clamp(ends.from, 0, facts.points - 1), to: ends.to };
  const answer = await call('unplace', { view, axis: axis.value, positions: [ends.from, ends.to] });
  if (isFailure(answer)) return null;
  const [from = 0, to = 0] = answer.point;
  return { from, to: ends.to >= axisLength.value ? facts.points : to };
}

/** Changes what x means; the part shown stays the same part of the program. */
export async function setAxis(next: AxisNumber): Promise<void> {
  const view = ready.value?.view;
  if (view === undefined || next === wished.value) return;
  const points = curveRange.value ? await toPoints(visibleRange()) : null;
  if (next === AXIS.schedule && !(await learnSchedule(view))) {
    notice.value = 'This memory space has no schedule to show.';
    return;
  }
  const asked = await call('place', { view, axis: next, points: points ? [points.from, points.to] : [] });
  if (isFailure(asked) || view !== ready.value?.view) return;
  const [from, to] = asked.position;
  batch(() => {
    wished.value = next;
    curveRange.value = from !== undefined && to !== undefined && to > from ? { from, to } : null;
  });
}

/** The axis a link asks for, before anything is shown on it. */
export function restoreAxis(next: AxisNumber): void {
  wished.value = next;
}

async function learnSchedule(view: number): Promise<boolean> {
  if (schedule.value?.view === view) return true;
  const answer = await call('place', { view, axis: AXIS.schedule, points: [] });
  if (isFailure(answer) || !answer.ok || view !== ready.value?.view) return false;
  schedule.value = { view, length: answer.length };
  return true;
}

// A new view keeps the wish, if it can.
effect(() => {
  const view = ready.value?.view;
  if (view !== undefined && wished.value === AXIS.schedule) void learnSchedule(view);
});
