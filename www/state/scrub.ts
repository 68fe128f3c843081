// The scrubber: moving the point shown by steps, from local peak to local peak, to an instruction by name.
import { signal } from '@preact/signals';
import { clamp, lastAtMost } from '../base/range';
import { call } from '../engine/client';
import { isFailure } from '../engine/messages';
import { AXIS } from '../engine/orders';
import { overview, ready, shownPoint } from './store';
import { choosePoint } from './view';
import { axis, reveal, toPoints, toPositions } from './viewport';

/** A local peak stands out by at least this share of the whole peak. */
export const PROMINENCE = 0.01;

interface Peaks {
  readonly view: number;
  readonly point: Float64Array;
}
const peaks = signal<Peaks | null>(null);

/** Program points of the tops a person sees, in program order. */
export async function localPeaks(): Promise<Float64Array> {
  const view = ready.value?.view;
  const facts = overview.value;
  if (view === undefined || !facts) return new Float64Array(0);
  if (peaks.value?.view === view) return peaks.value.point;
  const answer = await call('peaks', { view, leastBytes: Math.max(1, facts.peakBytes * PROMINENCE) });
  if (isFailure(answer)) return new Float64Array(0);
  peaks.value = { view, point: answer.point };
  return answer.point;
}

/** Shows a program point; the peak's own point is the peak. */
export function showPoint(point: number): void {
  choose(point);
  const at = shownPoint.value;
  void toPositions({ from: at, to: at + 1 }).then((range) => range && reveal(range.from));
}

let asked = 0;

/** Shows what is at a position on the axis. */
export function showAt(position: number): void {
  const mine = ++asked;
  if (axis.value === AXIS.events) {
    choose(position);
    return;
  }
  void toPoints({ from: position, to: position + 1 }).then((points) => {
    if (points && mine === asked) choose(points.from);
  });
}

function choose(point: number): void {
  const facts = overview.value;
  if (!facts || facts.points < 2) return;
  const at = clamp(Math.round(point), 0, facts.points - 1);
  choosePoint(at === facts.peakPoint ? null : at);
}

export function stepPoint(by: number): void {
  showPoint(shownPoint.value + by);
}

/** The next local peak in a direction. */
export async function stepPeak(direction: 1 | -1): Promise<void> {
  const list = await localPeaks();
  const now = shownPoint.value;
  const index = direction > 0 ? lastAtMost(list, now) + 1 : lastAtMost(list, now - 1);
  const next = list[index];
  if (next !== undefined) showPoint(next);
}

/** Shows the next point whose instruction's name contains the text, or point number N. False: there is none. */
export async function goTo(text: string): Promise<boolean> {
  const view = ready.value?.view;
  const facts = overview.value;
  const wanted = text.trim();
  if (view === undefined || !facts || !wanted) return false;
  const number = /^\d[\d,]*$/.test(wanted) ? Number(wanted.replaceAll(',', '')) : Number.NaN;
  if (number < facts.points) {
    showPoint(number);
    return true;
  }
  const answer = await call('findInstruction', { view, text: wanted, from: shownPoint.value + 1 });
  if (isFailure(answer) || answer.point < 0) return false;
  showPoint(answer.point);
  return true;
}
