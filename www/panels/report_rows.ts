// The largest allocations of a message as rows of a table: which columns it has, and its order.
import type { OomAllocation } from '#wasm/memory_viewer.js';

export type AllocationColumn = 'size' | 'count' | 'unpadded' | 'expansion' | 'op' | 'shape' | 'type' | 'source';

export interface AllocationSort {
  /** null: as the message lists them. */
  readonly by: AllocationColumn | null;
  readonly descending: boolean;
}

export const sourceOf = (a: OomAllocation) =>
  a.sourceFile && a.sourceLine > 0 ? `${a.sourceFile}:${a.sourceLine}` : a.sourceFile;

/** What an allocation is called: the framework's operation, else XLA's instruction. */
export const opOf = (a: OomAllocation) => a.opName || a.label || a.opType;

const VALUE: Readonly<Record<AllocationColumn, (a: OomAllocation) => number | string | null>> = {
  size: (a) => a.sizeBytes,
  count: (a) => (a.count > 1 ? a.count : null),
  unpadded: (a) => a.unpaddedBytes,
  expansion: (a) => (a.unpaddedBytes === null && a.expansion <= 1 ? null : a.expansion),
  op: opOf,
  shape: (a) => a.shape,
  type: (a) => a.type,
  source: sourceOf,
};

export const NUMBERS: ReadonlySet<AllocationColumn> = new Set(['size', 'count', 'unpadded', 'expansion']);

export function cellValue(a: OomAllocation, column: AllocationColumn): number | string | null {
  return VALUE[column](a);
}

/** The columns that at least one row has something in. */
export function columnsOf(list: readonly OomAllocation[]): AllocationColumn[] {
  const has = (column: AllocationColumn) => list.some((a) => (VALUE[column](a) ?? '') !== '');
  return (Object.keys(VALUE) as AllocationColumn[]).filter(has);
}

/** Sorted copies; rows without a value are last either way, equal ones stay as the message has them. */
export function sorted(list: readonly OomAllocation[], { by, descending }: AllocationSort): readonly OomAllocation[] {
  if (by === null) return list;
  const sign = descending ? -1 : 1;
  return [...list].sort((a, b) => {
    const [x, y] = [VALUE[by](a) ?? '', VALUE[by](b) ?? ''];
    if (x === '' || y === '') return (x === '' ? 1 : 0) - (y === '' ? 1 : 0);
    return (x < y ? -1 : x > y ? 1 : 0) * sign;
  });
}

/** The order after a click on a column's head: numbers begin with the largest, words with the first letter. */
export function nextSort(now: AllocationSort, by: AllocationColumn): AllocationSort {
  const first = NUMBERS.has(by);
  if (now.by !== by) return { by, descending: first };
  return now.descending === first ? { by, descending: !first } : { by: null, descending: false };
}
