// The position under the pointer or the keyboard's cursor, shared by curve and map, and what is there: the state of the
// program and, on the map, the buffer. One question and one answer, and the pointer's cursor comes with the answer, so that
// pointing is drawn once.
import { batch, signal } from '@preact/signals';
import type { PointInfo } from '#wasm/memory_viewer.js';
import { PATIENCE_MS } from '../base/patience';
import { call } from '../engine/client';
import { latest } from '../engine/latest';
import { isFailure } from '../engine/messages';
import { learnBlocks } from './map';
import { hover } from './selection';
import { ready } from './store';
import { axis } from './viewport';

export interface Cursor {
  /** A position on the axis. */
  readonly position: number;
  /** Where it is in the chart that has it, CSS pixels, and the chart's size. */
  readonly x: number;
  readonly y: number;
  readonly paper: { readonly width: number; readonly height: number };
  readonly in: 'curve' | 'map';
  /** On the map: the address; elsewhere -1. */
  readonly address: number;
}
export const cursor = signal<Cursor | null>(null);

export interface CursorInfo {
  readonly view: number;
  readonly axis: number;
  readonly position: number;
  readonly info: PointInfo;
}
const answered = signal<CursorInfo | null>(null);

const ask = latest(
  (args: { view: number; axis: number; position: number; address: number }) => call('cursor', args),
  (answer, args) => {
    if (isFailure(answer)) return;
    const { info, buffer, blocks } = answer;
    batch(() => {
      place();
      answered.value = { ...args, info };
      if (args.address < 0 || cursor.value?.in !== 'map' || args.view !== ready.value?.view) return;
      if (blocks) learnBlocks({ view: args.view, axis: args.axis, buffer, value: blocks });
      hover(buffer);
    });
  },
);

/** What is known about the cursor's position; null while it is on its way. */
export function cursorInfo(): PointInfo | null {
  const found = answered.value;
  const at = cursor.value;
  const same =
    found && at && found.position === at.position && found.view === ready.value?.view && found.axis === axis.value;
  return same ? found.info : null;
}

/** Where the pointer is, while the cursor waits for the answer that tells what is there. */
let pointed: Cursor | null = null;
let patience = 0;

function place(): void {
  clearTimeout(patience);
  patience = 0;
  if (pointed) cursor.value = pointed;
  pointed = null;
}

/** Moves the cursor to where the pointer is, soon: with the answer that tells what is there, or after PATIENCE_MS. */
export function pointTo(at: Cursor): void {
  const view = ready.value?.view;
  if (view === undefined) return;
  const before = pointed ?? cursor.value;
  const moved = before?.position !== at.position || before.address !== at.address;
  pointed = at;
  if (patience === 0) patience = window.setTimeout(place, PATIENCE_MS);
  if (moved || !cursorInfo()) ask({ view, axis: axis.value, position: at.position, address: at.address });
}

/** Moves the cursor now: the keyboard's next step starts from where it is. */
export function setCursor(at: Cursor): void {
  pointTo(at);
  place();
}

export function clearCursor(of: Cursor['in']): void {
  if (pointed?.in === of) {
    pointed = null;
    place();
  }
  if (cursor.value?.in !== of) return;
  if (of === 'map') hover(-1);
  cursor.value = null;
}
