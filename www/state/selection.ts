// The one selection all views share: a hovered buffer, a pinned one, and the details of whichever is active.
import { effect, signal } from '@preact/signals';
import { call } from '../engine/client';
import { latest } from '../engine/latest';
import { isFailure } from '../engine/messages';
import { ORDER } from '../engine/orders';
import { active, type Details, details, glanced, hovered, pinned, ready, shownPoint } from './store';

/** The strips' orders, also the order of Details.positions. */
export const STRIP_ORDERS = [ORDER.program, ORDER.size, ORDER.padding] as const;

const CACHED = 256;
let cache = new Map<string, Details>();
let cachedView = -1;

/** Leaving a buffer takes effect this much later: the pointer may be on its way to the next strip. */
const LEAVE_MS = 180;
let leaving = 0;

/** Is a leave still to take effect? (For tests that wait until nothing moves.) */
export const settling = signal(false);

export function hover(buffer: number): void {
  clearTimeout(leaving);
  settling.value = false;
  if (buffer >= 0) {
    hovered.value = buffer;
  } else if (hovered.value >= 0) {
    settling.value = true;
    leaving = window.setTimeout(() => {
      settling.value = false;
      hovered.value = -1;
    }, LEAVE_MS);
  }
}

/** Takes back a leave that hasn't taken effect: the focus went from a buffer to its card. */
export function stay(): void {
  clearTimeout(leaving);
  settling.value = false;
}

export function glance(buffer: number): void {
  glanced.value = buffer;
}

/** Pins a buffer; the pinned one again lets it go. */
export function togglePin(buffer: number): void {
  pinned.value = pinned.value === buffer ? -1 : buffer;
}

export function pin(buffer: number): void {
  pinned.value = buffer;
}

export function clearSelection(): void {
  clearTimeout(leaving);
  settling.value = false;
  hovered.value = -1;
  glanced.value = -1;
  pinned.value = -1;
}

interface Question {
  readonly view: number;
  readonly point: number;
  readonly buffer: number;
}

const key = ({ point, buffer }: Question): string => `${point}:${buffer}`;

const ask = latest(
  (question: Question) => call('locate', { ...question, orders: STRIP_ORDERS }),
  (answer, question) => {
    if (isFailure(answer) || question.view !== ready.value?.view) return;
    const found: Details = { view: question.view, point: question.point, ...answer };
    if (cache.size >= CACHED) cache = new Map();
    cache.set(key(question), found);
    if (question.buffer === active.value && question.point === shownPoint.value) details.value = found;
  },
);

effect(() => {
  const view = ready.value?.view;
  const buffer = active.value;
  if (view === undefined || buffer < 0) return;
  if (view !== cachedView) {
    cachedView = view;
    cache = new Map();
  }
  const question = { view, point: shownPoint.value, buffer };
  const known = cache.get(key(question));
  if (known) details.value = known;
  else ask(question);
});
