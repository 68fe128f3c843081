// The position under the pointer or the keyboard's cursor, shared by curve and map, and the state of the program there.
import { signal } from '@preact/signals';
import type { PointInfo } from '#wasm/memory_viewer.js';
import { call } from '../engine/client';
import { latest } from '../engine/latest';
import { isFailure } from '../engine/messages';
import { ready } from './store';
import { axis } from './viewport';

export interface Cursor {
  /** A position on the axis. */
  readonly position: number;
  /** Where it is in the chart that has it, CSS pixels. */
  readonly x: number;
  readonly y: number;
  readonly in: 'curve' | 'map';
  /** On the map: the address. */
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
  (args: { view: number; axis: number; position: number }) => call('cursor', args),
  (answer, args) => {
    if (!isFailure(answer)) answered.value = { ...args, info: answer.info };
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

export function setCursor(at: Cursor): void {
  const view = ready.value?.view;
  if (view === undefined) return;
  const moved = cursor.value?.position !== at.position;
  cursor.value = at;
  if (moved || !cursorInfo()) ask({ view, axis: axis.value, position: at.position });
}

export function clearCursor(of: Cursor['in']): void {
  if (cursor.value?.in === of) cursor.value = null;
}
