// The one search: a query, which the core answers by marking buffers (strips, table and map then fade the others), how
// much matches, and stepping from match to match. The query stays when module, space or point change.
import { batch, computed, effect, signal } from '@preact/signals';
import type { Failure, SearchResult } from '#wasm/memory_viewer.js';
import { call } from '../engine/client';
import { latest } from '../engine/latest';
import { isFailure } from '../engine/messages';
import { pin } from './selection';
import { notice, pinned, ready, shownPoint } from './store';
import { allBuffers, tableSort } from './table';

export const query = signal('');
/** What matches the query, in the view and at the point shown; null: nothing is searched for, or it can't be understood. */
export const searchResult = signal<SearchResult | null>(null);
export const searchFailure = signal<Failure | null>(null);
/** Counts the times that the core's marks changed: what shows them has to be asked again. */
export const searchVersion = signal(0);
/** Does the table show matches only? */
export const matchesOnly = signal(false);
/** Are there marks? */
export const searching = computed(() => searchResult.value !== null);
/** Of the matches stepped through, in the table's order, the one that was stepped to; -1: none yet. */
export const matchIndex = signal(-1);
/** Those live at the point are stepped through; all if the table lists all, or if none is live. */
export const stepsThroughAll = computed(() => allBuffers.value || searchResult.value?.liveCount === 0);
export const stepCount = computed(() => {
  const found = searchResult.value;
  return (stepsThroughAll.value ? found?.count : found?.liveCount) ?? 0;
});

export function setQuery(text: string): void {
  batch(() => {
    query.value = text;
    if (text.trim() === '') matchesOnly.value = false;
  });
}

export function clearSearch(): void {
  setQuery('');
}

/** What the core's marks are for. */
let marked = { view: -1, query: '' };
/** What was answered last, marks or a failure. */
let answered = { view: -1, query: '' };

const ask = latest(
  (args: { view: number; query: string; point: number }) => call('search', args),
  (answer, args) => {
    if (args.view !== ready.value?.view || args.query !== query.value.trim()) return;
    if (isFailure(answer) && answer.code !== 'BAD_QUERY') return;
    answered = { view: args.view, query: args.query };
    batch(() => {
      const failed = isFailure(answer);
      searchFailure.value = failed ? answer : null;
      searchResult.value = failed || args.query === '' ? null : answer;
      const now = { view: args.view, query: failed ? '' : args.query };
      if (now.view === marked.view && now.query === marked.query) return;
      // A fresh view has no marks, so an empty query changes nothing there.
      const changed = now.view === marked.view || now.query !== '';
      marked = now;
      matchIndex.value = -1;
      if (changed) searchVersion.value++;
    });
    const by = stepLater;
    stepLater = 0;
    if (by !== 0) void stepMatch(by);
  },
);

effect(() => {
  const view = ready.value?.view;
  const text = query.value.trim();
  const point = shownPoint.value;
  if (view === undefined) return;
  if (text === '' && marked.view !== view) {
    marked = { view, query: '' };
    searchResult.value = null;
    searchFailure.value = null;
    return;
  }
  if (text === '' && marked.query === '' && searchFailure.peek() === null) return;
  ask({ view, query: text, point });
});

/** A step asked for before the query was answered: Enter right after typing. */
let stepLater: 0 | 1 | -1 = 0;

/** Selects the next (or previous) match; round at the ends. */
export async function stepMatch(by: 1 | -1): Promise<void> {
  const view = ready.value?.view;
  const found = searchResult.value;
  if (view === undefined) return;
  const text = query.value.trim();
  if (text !== '' && (answered.view !== view || answered.query !== text)) stepLater = by;
  if (!found || stepLater !== 0) return;
  const count = stepCount.value;
  if (count === 0) {
    notice.value = 'Nothing matches';
    setTimeout(() => {
      notice.value = '';
    }, 1600);
    return;
  }
  const from = matchIndex.value < 0 ? (by > 0 ? 0 : count - 1) : (matchIndex.value + by + count) % count;
  matchIndex.value = from;
  const rows = await call('rows', {
    view,
    point: stepsThroughAll.value ? -1 : shownPoint.value,
    ...tableSort.value,
    from,
    count: 1,
    matchesOnly: true,
  });
  if (isFailure(rows) || view !== ready.value?.view) return;
  const buffer = rows.buffer[0];
  if (buffer !== undefined && buffer !== pinned.value) pin(buffer);
}
