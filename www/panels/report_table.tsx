// The largest allocations that a message lists, as a table to sort.
import { useSignal } from '@preact/signals';
import type { OomAllocation } from '#wasm/memory_viewer.js';
import { formatBytes, formatCount, formatExact, formatFactor } from '../base/bytes';
import {
  type AllocationColumn,
  type AllocationSort,
  cellValue,
  columnsOf,
  NUMBERS,
  nextSort,
  opOf,
  sorted,
  sourceOf,
} from './report_rows';

const LABELS: Readonly<Record<AllocationColumn, string>> = {
  size: 'Size',
  count: 'Count',
  unpadded: 'Unpadded',
  expansion: 'Expansion',
  op: 'Operation',
  shape: 'Shape',
  type: 'Kind',
  source: 'Source',
};

/** More rows than this are shown on request. */
const FIRST = 50;

function Cell({
  row,
  column,
  exact,
  show,
}: {
  row: OomAllocation;
  column: AllocationColumn;
  exact: boolean;
  show: (text: string) => string;
}) {
  const value = cellValue(row, column);
  if (value === null) return <td class="num" />;
  if (column === 'size' || column === 'unpadded') {
    return (
      <td class="num" title={exact ? formatExact(value as number) : undefined}>
        {formatBytes(value as number)}
      </td>
    );
  }
  if (column === 'count') return <td class="num">{formatCount(value as number)}</td>;
  if (column === 'expansion') {
    return (
      <td class={`num ${row.expansion >= 1.5 ? 'report-waste' : ''}`} title={row.paddingReason || undefined}>
        {formatFactor(value as number)}
      </td>
    );
  }
  if (column === 'op') {
    const more = [row.opType, row.label].filter((text) => text && text !== opOf(row)).join('\n');
    return <td title={show([opOf(row), more].filter(Boolean).join('\n'))}>{show(opOf(row))}</td>;
  }
  if (column === 'shape') {
    return (
      <td title={[row.shape, row.paddingReason].filter(Boolean).join('\n')}>
        <code>{row.shape}</code>
      </td>
    );
  }
  const text = show(column === 'source' ? sourceOf(row) : row.type);
  return (
    <td class={`cell-${column}`} title={text}>
      {/* Cut at the front: what is read from right to left needs its order said. */}
      <bdi>{text}</bdi>
    </td>
  );
}

export function ReportTable({
  list,
  exact,
  show,
}: {
  list: readonly OomAllocation[];
  exact: boolean;
  show: (text: string) => string;
}) {
  const sort = useSignal<AllocationSort>({ by: null, descending: false });
  const all = useSignal(false);
  if (list.length === 0) return null;
  const columns = columnsOf(list);
  const rows = sorted(list, sort.value);
  const { by, descending } = sort.value;
  return (
    <section aria-labelledby="report-table-title">
      <h3 id="report-table-title">
        Largest allocations <span class="muted head-note">{formatCount(list.length)} listed in the message</span>
      </h3>
      <section
        class="table-scroll report-table"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard
        tabIndex={0}
        aria-label="Largest allocations"
        data-testid="report-table"
      >
        <table class="data">
          <thead>
            <tr>
              {columns.map((column) => (
                <th
                  key={column}
                  scope="col"
                  class={NUMBERS.has(column) ? 'num' : ''}
                  aria-sort={by !== column ? 'none' : descending ? 'descending' : 'ascending'}
                >
                  <button
                    type="button"
                    class="sort"
                    onClick={() => {
                      sort.value = nextSort(sort.value, column);
                    }}
                    data-testid={`report-sort-${column}`}
                  >
                    {LABELS[column]}
                    {by === column && (descending ? ' ↓' : ' ↑')}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, all.value ? undefined : FIRST).map((row) => (
              <tr key={list.indexOf(row)}>
                {columns.map((column) => (
                  <Cell key={column} row={row} column={column} exact={exact} show={show} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {!all.value && rows.length > FIRST && (
        <button
          type="button"
          class="link"
          onClick={() => {
            all.value = true;
          }}
        >
          Show all {formatCount(rows.length)}
        </button>
      )}
    </section>
  );
}
