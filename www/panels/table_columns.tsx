// The columns of the table of live buffers, in the order in which they stand: what a cell shows, what it is when copied,
// how it sorts and which field of the search filters it.
import type { ComponentChildren } from 'preact';
import type { Rows } from '#wasm/memory_viewer.js';
import { formatBytes, formatCount, formatExact } from '../base/bytes';
import { ORDER, TYPE_NAMES } from '../engine/orders';

export interface Column {
  readonly id: string;
  readonly label: string;
  /** CSS pixels at least; what is left over is shared. */
  readonly width: number;
  readonly order?: number;
  readonly number?: boolean;
  /** Of the numbers in it. */
  readonly unit?: string;
  /** Field of the search language. */
  readonly field?: string;
  readonly cell: (rows: Rows, i: number) => ComponentChildren;
  /** The whole truth: shown on hover, and copied. */
  readonly text: (rows: Rows, i: number) => string;
  /** What is copied, where that isn't `text`. */
  readonly copied?: (rows: Rows, i: number) => string;
}

const at = (values: ArrayLike<number>, i: number): number => values[i] ?? 0;

/** "bf16" of "bf16[16,512]{1,0}", "tuple" of "(f32[], …)". */
export function dataType(shape: string): string {
  if (shape.startsWith('(')) return 'tuple';
  return /^[a-z]\w*/.exec(shape)?.[0] ?? '';
}

function bytes(
  id: string,
  label: string,
  order: number,
  of: (rows: Rows, i: number) => number,
  field?: string,
): Column {
  return {
    id,
    label,
    width: 94,
    order,
    number: true,
    unit: 'bytes',
    ...(field ? { field } : {}),
    cell: (rows, i) => formatBytes(of(rows, i)),
    text: (rows, i) => formatExact(of(rows, i)),
    copied: (rows, i) => String(of(rows, i)),
  };
}

function point(id: string, label: string, order: number, of: (rows: Rows, i: number) => number): Column {
  return {
    id,
    label,
    width: 68,
    order,
    number: true,
    // -1: nothing tells.
    cell: (rows, i) => (of(rows, i) < 0 ? '' : formatCount(of(rows, i))),
    text: (rows, i) => (of(rows, i) < 0 ? 'unknown' : formatCount(of(rows, i))),
    copied: (rows, i) => (of(rows, i) < 0 ? '' : String(of(rows, i))),
  };
}

/** Long paths tell most at their end: cut there at the front. */
const ending = (text: string) => <bdi>{text}</bdi>;

export const COLUMNS: readonly Column[] = [
  {
    id: 'name',
    label: 'Name',
    width: 180,
    order: ORDER.name,
    field: 'name',
    cell: (rows, i) => (
      <>
        <i class={`swatch fill-${at(rows.type, i)}`} />
        <code>{rows.name[i]}</code>
      </>
    ),
    text: (rows, i) => rows.name[i] ?? '',
  },
  bytes('size', 'Size', ORDER.size, (rows, i) => at(rows.size, i), 'size'),
  bytes('padding', 'Padding', ORDER.padding, (rows, i) => at(rows.size, i) - at(rows.unpadded, i), 'padding'),
  {
    id: 'type',
    label: 'Type',
    width: 96,
    order: ORDER.type,
    field: 'type',
    cell: (rows, i) => TYPE_NAMES[at(rows.type, i)] ?? '',
    text: (rows, i) => TYPE_NAMES[at(rows.type, i)] ?? '',
  },
  {
    id: 'opName',
    label: 'Framework op',
    width: 240,
    order: ORDER.opName,
    field: 'op',
    cell: (rows, i) => ending(rows.opName[i] ?? ''),
    text: (rows, i) => rows.opName[i] ?? '',
  },
  {
    id: 'source',
    label: 'Source',
    width: 150,
    order: ORDER.source,
    field: 'src',
    cell: (rows, i) => ending((rows.source[i] ?? '').split('/').at(-1) ?? ''),
    text: (rows, i) => rows.source[i] ?? '',
  },
  {
    id: 'shape',
    label: 'Shape',
    width: 230,
    order: ORDER.shape,
    field: 'shape',
    cell: (rows, i) => <code>{rows.shape[i]}</code>,
    text: (rows, i) => rows.shape[i] ?? '',
  },
  {
    id: 'dataType',
    label: 'Data type',
    width: 84,
    // Shapes begin with it.
    order: ORDER.shape,
    cell: (rows, i) => dataType(rows.shape[i] ?? ''),
    text: (rows, i) => dataType(rows.shape[i] ?? ''),
  },
  point('start', 'From', ORDER.start, (rows, i) => at(rows.start, i)),
  point('end', 'To', ORDER.end, (rows, i) => at(rows.end, i)),
  bytes('unpadded', 'Unpadded', ORDER.unpadded, (rows, i) => at(rows.unpadded, i), 'unpadded'),
  bytes('offset', 'Offset', ORDER.offset, (rows, i) => at(rows.offset, i)),
];

/** Is the first row of an order its largest? */
export function isDescending(order: number, reversed: boolean): boolean {
  const largestFirst = order === ORDER.size || order === ORDER.padding || order === ORDER.unpadded;
  return largestFirst !== reversed;
}

/** Tab-separated: exact bytes, no thousands separators; a tab or line break inside a text becomes a space. */
export function tsvHead(columns: readonly Column[]): string {
  return columns.map(({ label, unit }) => (unit ? `${label} (${unit})` : label)).join('\t');
}

export function tsvRows(columns: readonly Column[], rows: Rows): string[] {
  return rows.name.map((_, i) =>
    columns.map((column) => (column.copied ?? column.text)(rows, i).replaceAll(/[\t\r\n]+/g, ' ')).join('\t'),
  );
}
