// Out-of-memory messages: which one is looked at, and how.
import { computed, effect, signal } from '@preact/signals';
import type { OomReport } from '#wasm/memory_viewer.js';
import { reports } from './store';

/** Errors first, as they stand in the files; then warnings; then numbers of programs that fit. */
export function inOrder(list: readonly OomReport[]): readonly OomReport[] {
  const rank = (report: OomReport) => (report.isError ? 0 : report.kind === 'rematerialization' ? 1 : 2);
  return [...list].sort((a, b) => rank(a) - rank(b));
}

export const orderedReports = computed(() => inOrder(reports.value));
/** Index in orderedReports. */
export const chosenReport = signal(0);
/** Next to charts a message can be folded to its title. */
export const reportOpen = signal(true);
/** Directories that tell a person's name are replaced in everything shown and copied. */
export const hidePaths = signal(false);

export const shownReport = computed(() => orderedReports.value[chosenReport.value] ?? orderedReports.value[0] ?? null);

export function chooseReport(index: number): void {
  chosenReport.value = index;
  reportOpen.value = true;
}

/** After files were opened: looks at the first message in them. `alone`: nothing else of them can be shown. */
export function newReports(isNew: (report: OomReport) => boolean, alone: boolean): void {
  const first = orderedReports.value.findIndex(isNew);
  if (first < 0) return;
  chosenReport.value = first;
  // What was opened for its charts is not pushed down by a line about usage or an error that came along.
  reportOpen.value = alone;
}

effect(() => {
  if (reports.value.length === 0) chosenReport.value = 0;
});
