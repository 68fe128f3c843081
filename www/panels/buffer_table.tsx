// The live buffers as a table: virtualised (only rows in sight exist), sorted by the core, fetched in pages when the
// table is in sight. Around it: filters (terms of the search), the choice of columns, and a copy of all rows.
import { useSignal } from '@preact/signals';
import type { HTMLAttributes } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Rows } from '#wasm/memory_viewer.js';
import { formatCount } from '../base/bytes';
import { fieldValue, withField } from '../base/query';
import { call } from '../engine/client';
import { latest } from '../engine/latest';
import { isFailure } from '../engine/messages';
import { noOrder, noPadding } from '../state/order';
import { matchesOnly, query, searchVersion, setQuery } from '../state/search';
import { hover, togglePin } from '../state/selection';
import { overview, pointInfo, ready, shownPoint } from '../state/store';
import { allBuffers, hiddenColumns, type Sort, sortBy, tableSort } from '../state/table';
import { useMarks } from './marks';
import { COLUMNS, type Column, isDescending } from './table_columns';
import { scrollToRow, virtualRows } from './virtual_rows';

const PAGE = 100;
const VIEW_PX = 448;
const HEAD_PX = 28;
const FILTER_PX = 34;

interface Question extends Sort {
  readonly view: number;
  readonly point: number;
  readonly matchesOnly: boolean;
  readonly page: number;
  /** Everything that the rows depend on besides the page. */
  readonly key: string;
}

export function shownColumns(): readonly Column[] {
  const { value: hidden } = hiddenColumns;
  // What the file does not tell would be made up.
  const unknown = [...(noOrder.value ? ['start', 'end'] : []), ...(noPadding.value ? ['padding', 'unpadded'] : [])];
  return COLUMNS.filter(({ id }) => !hidden.has(id) && !unknown.includes(id));
}

function cellClass(column: Column): string {
  return column.number ? 'num' : `cell-${column.id}`;
}

function Filter({ column }: { column: Column }) {
  const { field } = column;
  if (!field) return null;
  return (
    <input
      type="text"
      class="filter-input"
      aria-label={`Filter by ${column.label.toLowerCase()}`}
      placeholder={column.number ? '>1MiB' : 'contains'}
      autocomplete="off"
      spellcheck={false}
      value={fieldValue(query.value, field)}
      onInput={(event) => {
        setQuery(withField(query.value, field, event.currentTarget.value));
        matchesOnly.value = query.value.trim() !== '';
      }}
      data-testid={`filter-${column.id}`}
    />
  );
}

function Head({ columns, filters }: { columns: readonly Column[]; filters: boolean }) {
  const { order, reversed } = tableSort.value;
  const descending = isDescending(order, reversed);
  return (
    <thead>
      <tr aria-rowindex={1}>
        {columns.map((column) => {
          const sorted = column.order === order ? (descending ? 'descending' : 'ascending') : 'none';
          return (
            <th key={column.id} scope="col" class={cellClass(column)} aria-sort={sorted}>
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
      {filters && (
        <tr class="filters">
          {columns.map((column) => (
            <td key={column.id} class={cellClass(column)}>
              <Filter column={column} />
            </td>
          ))}
        </tr>
      )}
    </thead>
  );
}

function Row({ buffer, ...rest }: HTMLAttributes<HTMLTableRowElement> & { readonly buffer: number }) {
  const { marked, chosen } = useMarks(buffer);
  return <tr {...rest} class={marked} aria-selected={chosen} />;
}

/** Is an element on screen, or about to be? */
function useInSight(ref: { readonly current: Element | null }) {
  const inSight = useSignal(false);
  useEffect(() => {
    if (!ref.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        inSight.value = entries.some((entry) => entry.isIntersecting);
      },
      { rootMargin: '600px' },
    );
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [ref, inSight]);
  return inSight;
}

export function BufferTable({ filters }: { filters: boolean }) {
  const scroll = useRef<HTMLDivElement>(null);
  const top = useSignal(0);
  const focused = useSignal(0);
  const cutOff = useSignal(false);
  // Walking from row to row shows their cards; whoever tabs past the table keeps the list of the largest.
  const walking = useRef(false);
  const inSight = useInSight(scroll);
  const answers = useSignal<{ readonly key: string; readonly pages: ReadonlyMap<number, Rows> }>({
    key: '',
    pages: new Map(),
  });
  const view = ready.value?.view ?? -1;
  const all = allBuffers.value;
  const point = all ? -1 : shownPoint.value;
  const { order, reversed } = tableSort.value;
  const only = matchesOnly.value;
  // Marks change rows only where matches alone are shown.
  const key = `${view}:${point}:${order}:${reversed}:${only ? searchVersion.value : ''}`;
  const keyNow = useRef(key);
  keyNow.current = key;
  const pages = answers.value.pages;
  const total =
    pages.values().next().value?.total ??
    (only ? 0 : ((all ? overview.value?.buffers : pointInfo.value?.liveBuffers) ?? 0));

  const ask = useMemo(
    () =>
      latest(
        ({ page, ...args }: Question) => call('rows', { ...args, from: page * PAGE, count: PAGE }),
        (answer, { page, key: of }) => {
          if (isFailure(answer) || of !== keyNow.current) return;
          // Rows of before stay until the first new ones are there: no flicker while the point moves.
          const known = answers.value.key === of ? answers.value.pages : [];
          answers.value = { key: of, pages: new Map([...known, [page, answer]]) };
        },
      ),
    [answers],
  );

  useEffect(() => {
    top.value = 0;
    focused.value = 0;
    scroll.current?.scrollTo({ top: 0 });
  }, [key, top, focused]);

  const { first, end, above, below } = virtualRows(total, top.value, VIEW_PX);
  const fresh = answers.value.key === key;
  const missing = [Math.floor(first / PAGE), Math.floor(Math.max(first, end - 1) / PAGE)].find(
    (page) => !fresh || !pages.has(page),
  );
  useEffect(() => {
    if (view < 0 || missing === undefined || !inSight.value) return;
    ask({ view, point, order, reversed, matchesOnly: only, page: missing, key });
  }, [ask, view, point, order, reversed, only, missing, key, inSight.value]);

  const columns = shownColumns();
  const measure = () => {
    const box = scroll.current;
    cutOff.value = box !== null && box.scrollLeft + box.clientWidth < box.scrollWidth - 1;
  };
  useEffect(measure);

  const focusRow = (row: number) => {
    const next = Math.min(total - 1, Math.max(0, row));
    focused.value = next;
    const box = scroll.current;
    if (!box) return;
    box.scrollTop = scrollToRow(next, total, box.scrollTop, box.clientHeight, HEAD_PX + (filters ? FILTER_PX : 0));
    requestAnimationFrame(() => {
      walking.current = true;
      box.querySelector<HTMLElement>(`[data-row="${next}"]`)?.focus({ preventScroll: true });
    });
  };

  // A row that got the focus before its buffer was known.
  useEffect(() => {
    const row = Number(document.activeElement?.getAttribute('data-row') ?? Number.NaN);
    if (!walking.current || !scroll.current?.contains(document.activeElement)) return;
    const buffer = answers.value.pages.get(Math.floor(row / PAGE))?.buffer[row % PAGE];
    if (buffer !== undefined) hover(buffer);
  }, [answers.value]);

  const onKey = (event: KeyboardEvent, row: number, buffer: number) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
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
    event.stopPropagation();
    run();
  };

  const body = [];
  for (let row = first; row < end; row++) {
    const rows = pages.get(Math.floor(row / PAGE));
    const i = row % PAGE;
    const known = rows !== undefined && i < rows.buffer.length;
    const buffer = known ? (rows.buffer[i] ?? -1) : -1;
    body.push(
      <Row
        key={row}
        buffer={buffer}
        data-row={row}
        aria-rowindex={row + 2}
        tabIndex={row === focused.value ? 0 : -1}
        onPointerEnter={() => hover(buffer)}
        onPointerLeave={() => hover(-1)}
        onFocus={() => walking.current && hover(buffer)}
        onBlur={(event) => {
          if (!(event.relatedTarget instanceof Node && scroll.current?.contains(event.relatedTarget))) {
            walking.current = false;
          }
          hover(-1);
        }}
        onClick={() => togglePin(buffer)}
        onKeyDown={(event) => onKey(event, row, buffer)}
      >
        {columns.map((column) => (
          <td key={column.id} class={cellClass(column)} title={known ? column.text(rows, i) : undefined}>
            {known ? column.cell(rows, i) : ''}
          </td>
        ))}
      </Row>,
    );
  }

  return (
    <div class={`table-frame ${cutOff.value ? 'table-cut' : ''}`}>
      <div
        class="table-scroll buffers"
        ref={scroll}
        onScroll={(event) => {
          top.value = event.currentTarget.scrollTop;
          measure();
        }}
        data-testid="buffer-table"
      >
        <table
          class="data virtual"
          aria-rowcount={total + 1}
          style={{ minWidth: `${columns.reduce((sum, { width }) => sum + width, 0)}px` }}
        >
          <caption>
            {formatCount(total)} {only ? 'matching ' : ''}
            {total === 1 ? 'buffer' : 'buffers'}{' '}
            {all
              ? 'of this memory space'
              : `live at point ${formatCount(point)} of ${formatCount(overview.value?.points ?? 0)}`}
          </caption>
          <colgroup>
            {columns.map((column) => (
              <col key={column.id} style={{ width: `${column.width}px` }} />
            ))}
          </colgroup>
          <Head columns={columns} filters={filters} />
          <tbody>
            <tr class="gap" style={{ height: `${above}px` }} />
            {body}
            <tr class="gap" style={{ height: `${below}px` }} />
          </tbody>
        </table>
      </div>
    </div>
  );
}
