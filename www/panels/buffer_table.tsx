// The live buffers as a table: virtualised (only rows in sight exist), sorted by the core, fetched in pages.
import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Rows } from '#wasm/memory_viewer.js';
import { formatBytes, formatCount, formatExact } from '../base/bytes';
import { call } from '../engine/client';
import { latest } from '../engine/latest';
import { isFailure } from '../engine/messages';
import { ORDER, TYPE_NAMES } from '../engine/orders';
import { hover, togglePin } from '../state/selection';
import { active, overview, pinned, pointInfo, ready, shownPoint } from '../state/store';

const ROW_PX = 28;
const PAGE = 100;
const VIEW_PX = 420;
const OVERSCAN = 6;

interface Column {
  readonly label: string;
  readonly order?: number;
  readonly number?: boolean;
  readonly cell: (rows: Rows, i: number) => preact.ComponentChildren;
  readonly title?: (rows: Rows, i: number) => string;
}

const at = (values: ArrayLike<number>, i: number): number => values[i] ?? 0;

const COLUMNS: readonly Column[] = [
  {
    label: 'Name',
    order: ORDER.name,
    cell: (rows, i) => (
      <>
        <i class={`swatch fill-${at(rows.type, i)}`} />
        <code>{rows.name[i]}</code>
      </>
    ),
    title: (rows, i) => rows.name[i] ?? '',
  },
  {
    label: 'Size',
    order: ORDER.size,
    number: true,
    cell: (rows, i) => formatBytes(at(rows.size, i)),
    title: (rows, i) => formatExact(at(rows.size, i)),
  },
  {
    label: 'Unpadded',
    order: ORDER.unpadded,
    number: true,
    cell: (rows, i) => formatBytes(at(rows.unpadded, i)),
    title: (rows, i) => formatExact(at(rows.unpadded, i)),
  },
  {
    label: 'Padding',
    order: ORDER.padding,
    number: true,
    cell: (rows, i) => formatBytes(at(rows.size, i) - at(rows.unpadded, i)),
    title: (rows, i) => formatExact(at(rows.size, i) - at(rows.unpadded, i)),
  },
  { label: 'Type', order: ORDER.type, cell: (rows, i) => TYPE_NAMES[at(rows.type, i)] ?? '' },
  { label: 'From', order: ORDER.start, number: true, cell: (rows, i) => formatCount(at(rows.start, i)) },
  { label: 'To', order: ORDER.end, number: true, cell: (rows, i) => formatCount(at(rows.end, i)) },
  {
    label: 'Offset',
    order: ORDER.offset,
    number: true,
    cell: (rows, i) => formatBytes(at(rows.offset, i)),
    title: (rows, i) => formatExact(at(rows.offset, i)),
  },
  {
    label: 'Framework op',
    order: ORDER.opName,
    cell: (rows, i) => rows.opName[i],
    title: (rows, i) => rows.opName[i] ?? '',
  },
  {
    label: 'Shape',
    order: ORDER.shape,
    cell: (rows, i) => <code>{rows.shape[i]}</code>,
    title: (rows, i) => rows.shape[i] ?? '',
  },
  { label: 'Source', cell: (rows, i) => rows.source[i], title: (rows, i) => rows.source[i] ?? '' },
];

/** Orders that start with the largest. */
const LARGEST_FIRST = new Set<number>([ORDER.size, ORDER.padding, ORDER.unpadded]);

export function BufferTable() {
  const scroll = useRef<HTMLDivElement>(null);
  const sort = useSignal<{ order: number; reversed: boolean }>({ order: ORDER.size, reversed: false });
  const top = useSignal(0);
  const focused = useSignal(0);
  const pages = useSignal<ReadonlyMap<number, Rows>>(new Map());
  const view = ready.value?.view ?? -1;
  const point = shownPoint.value;
  const total = pages.value.values().next().value?.total ?? pointInfo.value?.liveBuffers ?? 0;
  const { order, reversed } = sort.value;
  const descending = LARGEST_FIRST.has(order) !== reversed;
  const key = `${view}:${point}:${order}:${reversed}`;
  const keyNow = useRef(key);
  keyNow.current = key;

  const ask = useMemo(
    () =>
      latest(
        (args: { view: number; point: number; order: number; reversed: boolean; page: number; key: string }) =>
          call('rows', { ...args, from: args.page * PAGE, count: PAGE, matchesOnly: false }),
        (answer, args) => {
          if (isFailure(answer) || args.key !== keyNow.current) return;
          pages.value = new Map(pages.value).set(args.page, answer);
        },
      ),
    [pages],
  );

  useEffect(() => {
    pages.value = new Map();
    top.value = 0;
    focused.value = 0;
    scroll.current?.scrollTo({ top: 0 });
  }, [key, pages, top, focused]);

  const first = Math.max(0, Math.floor(top.value / ROW_PX) - OVERSCAN);
  const end = Math.min(total, Math.ceil((top.value + VIEW_PX) / ROW_PX) + OVERSCAN);
  const missing = [Math.floor(first / PAGE), Math.floor(Math.max(first, end - 1) / PAGE)].find(
    (page) => !pages.value.has(page),
  );
  useEffect(() => {
    if (view >= 0 && missing !== undefined) ask({ view, point, order, reversed, page: missing, key });
  }, [ask, view, point, order, reversed, missing, key]);

  const sortBy = (next: number) => {
    sort.value = { order: next, reversed: order === next && !reversed };
  };

  const focusRow = (row: number) => {
    const next = Math.min(total - 1, Math.max(0, row));
    focused.value = next;
    const box = scroll.current;
    if (!box) return;
    const y = next * ROW_PX;
    if (y < box.scrollTop) box.scrollTop = y;
    else if (y + ROW_PX * 2 > box.scrollTop + VIEW_PX) box.scrollTop = y + ROW_PX * 2 - VIEW_PX;
    requestAnimationFrame(() => box.querySelector<HTMLElement>(`[data-row="${next}"]`)?.focus());
  };

  const onKey = (event: KeyboardEvent, row: number, buffer: number) => {
    const keys: Record<string, () => void> = {
      ArrowDown: () => focusRow(row + 1),
      ArrowUp: () => focusRow(row - 1),
      PageDown: () => focusRow(row + 12),
      PageUp: () => focusRow(row - 12),
      Home: () => focusRow(0),
      End: () => focusRow(total - 1),
      Enter: () => togglePin(buffer),
      ' ': () => togglePin(buffer),
    };
    const run = keys[event.key];
    if (!run) return;
    event.preventDefault();
    run();
  };

  const body = [];
  for (let row = first; row < end; row++) {
    const rows = pages.value.get(Math.floor(row / PAGE));
    const i = row % PAGE;
    const buffer = rows?.buffer[i] ?? -1;
    const marked = buffer >= 0 && buffer === active.value;
    body.push(
      <tr
        key={row}
        data-row={row}
        aria-rowindex={row + 2}
        aria-selected={buffer >= 0 && buffer === pinned.value}
        class={marked ? 'marked' : ''}
        tabIndex={row === focused.value ? 0 : -1}
        onPointerEnter={() => hover(buffer)}
        onPointerLeave={() => hover(-1)}
        onFocus={() => hover(buffer)}
        onBlur={() => hover(-1)}
        onClick={() => togglePin(buffer)}
        onKeyDown={(event) => onKey(event, row, buffer)}
      >
        {COLUMNS.map((column) => (
          <td key={column.label} class={column.number ? 'num' : ''} title={rows && column.title?.(rows, i)}>
            {rows && i < rows.buffer.length ? column.cell(rows, i) : ''}
          </td>
        ))}
      </tr>,
    );
  }

  return (
    <div
      class="table-scroll"
      ref={scroll}
      onScroll={(event) => {
        top.value = event.currentTarget.scrollTop;
      }}
      data-testid="buffer-table"
    >
      <table class="data virtual" aria-rowcount={total + 1}>
        <caption>
          {formatCount(total)} buffers live at point {formatCount(point)} of {formatCount(overview.value?.points ?? 0)}
        </caption>
        <thead>
          <tr aria-rowindex={1}>
            {COLUMNS.map((column) => {
              const sorted = column.order === order ? (descending ? 'descending' : 'ascending') : 'none';
              return (
                <th key={column.label} scope="col" class={column.number ? 'num' : ''} aria-sort={sorted}>
                  {column.order === undefined ? (
                    column.label
                  ) : (
                    <button type="button" class="sort" onClick={() => sortBy(column.order ?? 0)}>
                      {column.label}
                      <span aria-hidden="true">{sorted === 'none' ? '' : descending ? ' ↓' : ' ↑'}</span>
                    </button>
                  )}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          <tr class="gap" style={{ height: `${first * ROW_PX}px` }} />
          {body}
          <tr class="gap" style={{ height: `${Math.max(0, total - end) * ROW_PX}px` }} />
        </tbody>
      </table>
    </div>
  );
}
