// How the table of live buffers is sorted and which of its columns are shown. The search steps through matches in the
// table's order. Columns are remembered between visits where the browser allows it.
import { signal } from '@preact/signals';
import { recall, remember } from '../base/dom';
import { ORDER } from '../engine/orders';

export interface Sort {
  readonly order: number;
  /** Orders by numbers begin with the largest, by text and points with the smallest; reversed: the other way. */
  readonly reversed: boolean;
}

export const tableSort = signal<Sort>({ order: ORDER.size, reversed: false });

/** Sorts by an order; by the same again the other way round. */
export function sortBy(order: number): void {
  const now = tableSort.value;
  tableSort.value = { order, reversed: now.order === order && !now.reversed };
}

/** Does the table list all buffers of the space, and not only those live at the point? */
export const allBuffers = signal(false);

const KEY = 'xmv-columns';
/** Not shown until asked for. */
const HIDDEN_AT_FIRST = ['dataType'];

function stored(): ReadonlySet<string> {
  const text = recall(KEY);
  return new Set(text === null ? HIDDEN_AT_FIRST : text.split(' '));
}

/** Ids of the columns that are not shown. What is hidden is kept, so that new columns show up by themselves. */
export const hiddenColumns = signal<ReadonlySet<string>>(stored());

export function toggleColumn(id: string): void {
  const next = new Set(hiddenColumns.value);
  if (!next.delete(id)) next.add(id);
  hiddenColumns.value = next;
  remember(KEY, [...next].join(' '));
}
