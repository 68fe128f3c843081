// The panel around the table of live buffers: title, filters, choice of columns, copy of all rows.
import { useSignal } from '@preact/signals';
import { formatCount } from '../base/bytes';
import { copyText } from '../base/dom';
import { call } from '../engine/client';
import { isFailure } from '../engine/messages';
import { matchesOnly, searchResult } from '../state/search';
import { atPeak, notice, pointInfo, ready, shownPoint } from '../state/store';
import { hiddenColumns, tableSort, toggleColumn } from '../state/table';
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
  const args = { view, point: shownPoint.value, ...tableSort.value, count: PAGE, matchesOnly: matchesOnly.value };
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

export function TablePanel() {
  const filters = useSignal(false);
  const at = pointInfo.value?.point === shownPoint.value ? pointInfo.value : null;
  const found = searchResult.value;
  return (
    <section class="panel" aria-labelledby="table-title" data-testid="table-panel">
      <header class="panel-head">
        <h2 id="table-title">
          Buffers {atPeak.value ? 'at the peak' : `at point ${formatCount(shownPoint.value)}`}
          {at && (
            <span class="muted head-note">
              {' '}
              {matchesOnly.value && found ? `${formatCount(found.liveCount)} of ` : ''}
              {formatCount(at.liveBuffers)}
            </span>
          )}
        </h2>
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
