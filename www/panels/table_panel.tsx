// The panel around the table of live buffers: title, filters, choice of columns, copy of all rows.
import { useSignal } from '@preact/signals';
import { formatCount } from '../base/bytes';
import { copyText } from '../base/dom';
import { call } from '../engine/client';
import { isFailure } from '../engine/messages';
import { noOrder } from '../state/order';
import { matchesOnly, searchResult } from '../state/search';
import { atPeak, notice, overview, pointInfo, ready, shownPoint } from '../state/store';
import { allBuffers, hiddenColumns, tableSort, toggleColumn } from '../state/table';
import { BufferTable, shownColumns } from './buffer_table';
import { CopyIcon, FilterIcon } from './icons';
import { Popover } from './popover';
import { COLUMNS, tsvHead, tsvRows } from './table_columns';

/** Rows fetched at a time for a copy. */
const PAGE = 5000;
const SHOWN_MS = 1800;

function say(text: string): void {
  notice.value = text;
  setTimeout(() => {
    if (notice.value === text) notice.value = '';
  }, SHOWN_MS);
}

/** All rows, not only those in sight, in the order and with the columns shown. */
async function copyRows(): Promise<void> {
  const view = ready.value?.view;
  if (view === undefined) return;
  const columns = shownColumns();
  const args = {
    view,
    point: allBuffers.value ? -1 : shownPoint.value,
    ...tableSort.value,
    count: PAGE,
    matchesOnly: matchesOnly.value,
  };
  const lines = [tsvHead(columns)];
  for (let from = 0, total = 1; from < total; from += PAGE) {
    const rows = await call('rows', { ...args, from });
    if (isFailure(rows)) return;
    total = rows.total;
    for (const line of tsvRows(columns, rows)) lines.push(line);
  }
  const worked = await copyText(`${lines.join('\n')}\n`);
  const count = lines.length - 1;
  say(
    worked
      ? `Copied ${formatCount(count)} ${count === 1 ? 'row' : 'rows'}, tab-separated`
      : 'The browser did not allow copying',
  );
}

function ColumnChooser() {
  const open = useSignal(false);
  return (
    <Popover open={open} class="columns-menu" testId="columns-menu" label="Columns" button={<>Columns</>}>
      <fieldset class="column-list">
        <legend class="visually-hidden">Columns shown</legend>
        {COLUMNS.map((column) => (
          <label key={column.id} class="check">
            <input
              type="checkbox"
              checked={!hiddenColumns.value.has(column.id)}
              // Without a name a row is nothing.
              disabled={column.id === 'name'}
              onChange={() => toggleColumn(column.id)}
              data-testid={`column-${column.id}`}
            />
            {column.label}
          </label>
        ))}
      </fieldset>
    </Popover>
  );
}

/** How many rows there are, and of how many if only matches are listed. */
function Counted() {
  const at = pointInfo.value?.point === shownPoint.value ? pointInfo.value : null;
  const found = searchResult.value;
  const all = allBuffers.value;
  const listed = all ? overview.value?.buffers : at?.liveBuffers;
  if (listed === undefined) return null;
  const matching = all ? found?.count : found?.liveCount;
  return (
    <span class="muted head-note">
      {matchesOnly.value && matching !== undefined ? `${formatCount(matching)} of ` : ''}
      {formatCount(listed)}
    </span>
  );
}

/** Which buffers are listed. */
function Scope() {
  if (noOrder.value) return null;
  const here = atPeak.value ? 'Live at the peak' : `Live at point ${formatCount(shownPoint.value)}`;
  return (
    <fieldset class="switch" data-testid="table-scope">
      <legend class="visually-hidden">Buffers listed</legend>
      {[here, 'All'].map((label, index) => (
        <label key={index === 0 ? 'live' : 'all'} class="switch-option">
          <input
            type="radio"
            name="table-scope"
            value={index === 0 ? 'live' : 'all'}
            checked={allBuffers.value === (index === 1)}
            onChange={() => {
              allBuffers.value = index === 1;
            }}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

export function TablePanel() {
  const filters = useSignal(false);
  return (
    <section class="panel" aria-labelledby="table-title" data-testid="table-panel">
      <header class="panel-head">
        <h2 id="table-title">
          Buffers <Counted />
        </h2>
        <Scope />
        <div class="panel-tools">
          <button
            type="button"
            class="button small"
            aria-pressed={filters.value}
            onClick={() => {
              filters.value = !filters.value;
            }}
            data-testid="filters"
          >
            <FilterIcon /> Filter
          </button>
          <ColumnChooser />
          <button
            type="button"
            class="button small"
            title="Copy all rows, tab-separated, with exact bytes"
            onClick={copyRows}
            data-testid="copy-table"
          >
            <CopyIcon /> Copy
          </button>
        </div>
      </header>
      <BufferTable filters={filters.value} />
    </section>
  );
}
