// What the page knows, as signals. Only the modules of this folder write them; panels read them and call actions.
import { computed, signal } from '@preact/signals';
import type {
  BufferCard,
  Curve,
  Failure,
  FileInfo,
  ModuleSummary,
  OomReport,
  Overview,
  PointInfo,
} from '#wasm/memory_viewer.js';
import type { Range } from '../base/range';
import type { Crash } from '../engine/client';

export type FileStatus = 'waiting' | 'reading' | 'open' | 'failed';

/** A file as the person gave it. */
export interface Given {
  readonly file: File;
  /** Within what was given: the core knows files of one module by it. */
  readonly path: string;
  /** Given by itself, not found in a folder: then it is opened whatever its name, and what goes wrong is told. */
  readonly explicit: boolean;
  /** Set aside for this one; opened in its place if it cannot be opened. */
  readonly instead?: readonly Given[];
}

/** One file that is or was opened. `key` is ours and stable; `info` is the core's answer once it is open. */
export interface OpenFile extends Given {
  readonly key: number;
  /** Number of what it was given with. */
  readonly lot: number;
  readonly status: FileStatus;
  readonly done: number;
  readonly total: number;
  readonly info: FileInfo | null;
  /** Its index in the core's session, by which modules and reports name their file. Those of an archive follow. */
  readonly index: number;
  readonly inside: readonly FileInfo[];
  readonly failure: Failure | null;
}

/** What is chosen to be looked at. trace -1: the core's choice (XProf's). */
export interface Choice {
  readonly module: number;
  readonly space: number;
  readonly trace: number;
}

export interface ReadyView {
  readonly kind: 'ready';
  readonly choice: Choice;
  /** Number of the worker's space view; every query carries it. */
  readonly view: number;
  readonly overview: Overview;
  /** All of it, at about the screen's resolution. */
  readonly curve: Curve;
}

export type ViewState =
  | { readonly kind: 'none' }
  /** `before` stays on screen until the new one is there, so that switching doesn't flash. */
  | { readonly kind: 'loading'; readonly choice: Choice; readonly before: ReadyView | null }
  | { readonly kind: 'failed'; readonly choice: Choice; readonly failure: Failure }
  | ReadyView;

export const files = signal<readonly OpenFile[]>([]);
export const modules = signal<readonly ModuleSummary[]>([]);
export const reports = signal<readonly OomReport[]>([]);
/** Files of folders that are not opened, and why. May be many thousands. */
export const setAside = signal<readonly { readonly path: string; readonly reason: string }[]>([]);
/** Files found so far while folders are walked; null: none is. */
export const looking = signal<number | null>(null);
/** What was given is being sorted out; nothing of it is in `files` yet. */
export const planning = signal(0);
/** So many files were given last, and none of them is of use; 0: that is not so. */
export const useless = signal(0);
export const viewState = signal<ViewState>({ kind: 'none' });
/** The worker died; nothing but reopening helps. */
export const crash = signal<(Crash & { readonly file: string }) | null>(null);
/** One passing sentence ("Copied"), also for the screen reader. */
export const notice = signal('');

/** The program point shown; null: the peak. */
export const point = signal<number | null>(null);
export const pointInfo = signal<PointInfo | null>(null);
/** The part of the program that the curve shows; null: all of it. */
export const curveRange = signal<Range | null>(null);

/** Buffer under the pointer or the keyboard's cursor, and the one pinned by a click; -1: none. */
export const hovered = signal(-1);
export const pinned = signal(-1);
/** Pointed at in the list of the largest: marked in the charts, but the list stays instead of the card. */
export const glanced = signal(-1);
export const active = computed(() => [hovered.value, glanced.value, pinned.value].find((buffer) => buffer >= 0) ?? -1);

/** The active buffer's details; lags `active` by one answer, so compare `card.buffer`. */
export interface Details {
  readonly view: number;
  readonly point: number;
  readonly card: BufferCard;
  /** Where it lies in the strips by program order, size and padding; null: not live at the point shown. */
  readonly positions: readonly (Float64Array | null)[];
}
export const details = signal<Details | null>(null);

/** The view on screen. */
export const ready = computed((): ReadyView | null => {
  const state = viewState.value;
  if (state.kind === 'ready') return state;
  return state.kind === 'loading' ? state.before : null;
});
/** Stays the same object while a view is shown; changes with every new one. */
export const overview = computed(() => ready.value?.overview ?? null);
export const choice = computed(() => (viewState.value.kind === 'none' ? null : viewState.value.choice));
export const chosenModule = computed(
  () => modules.value.find((module) => module.module === choice.value?.module) ?? null,
);
export const shownPoint = computed(() => point.value ?? overview.value?.peakPoint ?? 0);
export const atPeak = computed(() => shownPoint.value === overview.value?.peakPoint);
/** The details of the active buffer in the current view, or null while they are on their way. */
export const activeDetails = computed(() => {
  const found = details.value;
  return found && found.card.buffer === active.value && found.view === ready.value?.view ? found : null;
});
/** A file is being read or waits to be. */
export const reading = computed(() =>
  files.value.some((file) => file.status === 'reading' || file.status === 'waiting'),
);
