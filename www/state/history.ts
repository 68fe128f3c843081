// The URL and the browser's back and forward. Choosing a module, space, point or buffer makes an entry to come back to;
// steps of one kind in quick succession (scrubbing, walking along a strip) are one. Zoom, search and colours only
// change the entry. The files can't be in a URL, so what a link asks for waits until a file with that module is opened.
import { effect, signal } from '@preact/signals';
import type { ModuleSummary } from '#wasm/memory_viewer.js';
import { AXIS, COLOR_BY } from '../engine/orders';
import { chipChoice, restoreCapacity, typedBaselines, typedSizes } from './capacity';
import { type ColorByNumber, colorBy, mapRange, setColorBy } from './map';
import { selectedRange, selectPoints } from './range';
import { query, setQuery } from './search';
import { choice, chosenModule, curveRange, modules, pinned, point, ready } from './store';
import { decodeState, encodeState, moved, type Place, type UrlState } from './url';
import { axis, restoreAxis } from './viewport';

/** Changes of one kind closer together than this are one step back. */
const SAME_STEP_MS = 1000;
/** Marks our own entries, to tell them from links that somebody edited. */
const OURS = { xmv: 1 };

interface Wanted extends UrlState {
  /** Came by going back or forward: the search and the capacity stay as they are. */
  readonly back: boolean;
}

function fromHash(back: boolean): Wanted | null {
  const state = typeof location === 'undefined' ? null : decodeState(location.hash);
  return state && { ...state, back };
}

/** What the URL asks for and is not shown yet. */
export const wanted = signal<Wanted | null>(fromHash(false));

function twinOf(module: ModuleSummary): number {
  return modules.value.filter((other) => other.title === module.title && other.module < module.module).length;
}

/** The module the URL names, if it is among these and can be shown. */
export function wantedModule(list: readonly ModuleSummary[]): ModuleSummary | undefined {
  const state = wanted.value;
  if (!state) return undefined;
  const found = list
    .filter((module) => module.title === state.module && module.failure === null)
    .sort((a, b) => a.module - b.module);
  return found[state.twin] ?? found[0];
}

/** Sets what the URL asks for within the view that is on screen now, and is done with it. */
export function honourWithinView(): void {
  const state = wanted.value;
  if (!state || state.module !== chosenModule.value?.title) return;
  wanted.value = null;
  if (!state.back) {
    setQuery(state.query);
    restoreCapacity(state.chip, state.sizes, state.baselines);
  }
  if (state.space !== null && state.space !== choice.value?.space) return;
  restoreAxis(state.schedule ? AXIS.schedule : AXIS.events);
  const colors: readonly number[] = Object.values(COLOR_BY);
  setColorBy((colors.includes(state.colorBy) ? state.colorBy : COLOR_BY.type) as ColorByNumber);
  point.value = state.point;
  curveRange.value = state.range;
  pinned.value = state.buffer;
  // A new view makes its panels let go of what they had; this comes after.
  queueMicrotask(() => {
    mapRange.value = state.addresses;
    if (state.selected) void selectPoints(state.selected);
  });
}

/** The state on screen, or null when nothing is. */
function current(): UrlState | null {
  const shown = ready.value;
  const module = modules.value.find((candidate) => candidate.module === shown?.choice.module);
  if (!shown || !module) return null;
  return {
    module: module.title,
    twin: twinOf(module),
    space: shown.choice.space,
    trace: shown.choice.trace,
    point: point.value,
    range: curveRange.value,
    schedule: axis.value === AXIS.schedule,
    addresses: mapRange.value,
    colorBy: colorBy.value,
    selected: selectedRange.value,
    buffer: pinned.value,
    query: query.value.trim(),
    chip: chipChoice.value,
    sizes: typedSizes.value,
    baselines: typedBaselines.value,
  };
}

/** Browsers allow few changes a second, and each takes milliseconds; a zoom makes sixty. */
const LEAST_MS = 300;
let written = 0;
let later = 0;
let waiting = '';
/** Is the hash still to be written? (For tests that wait until nothing moves.) */
export const hashSettling = signal(false);

function write(hash: string, step: boolean): void {
  // The place that is left keeps how it was looked at last.
  if (step && waiting !== '') put(waiting, false);
  forgetWaiting();
  const wait = written + LEAST_MS - performance.now();
  if (!step && wait > 0) {
    hashSettling.value = true;
    waiting = hash;
    later = window.setTimeout(() => write(hash, false), wait);
    return;
  }
  put(hash, step);
}

function put(hash: string, step: boolean): void {
  written = performance.now();
  try {
    if (step) history.pushState(OURS, '', hash);
    else history.replaceState(OURS, '', hash);
  } catch {
    // A sandboxed frame or too many changes per second: the URL is a convenience, not a need.
  }
}

function forgetWaiting(): void {
  clearTimeout(later);
  waiting = '';
  hashSettling.value = false;
}

let last: UrlState | null = null;
let lastStep: { places: string; at: number } = { places: '', at: 0 };

/** Is this a step of its own, to come back from? */
function isStep(places: readonly Place[]): boolean {
  const now = performance.now();
  const kinds = places.join();
  const again = kinds === lastStep.places && now - lastStep.at < SAME_STEP_MS;
  lastStep = { places: kinds, at: now };
  return !again;
}

function record(state: UrlState): void {
  const hash = `#${encodeState(state)}`;
  const before = last;
  last = state;
  if (before && encodeState(before) === hash.slice(1)) return;
  // Back where the URL is already: nothing to write, not even what still waits to be.
  if (hash === location.hash) {
    forgetWaiting();
    return;
  }
  const places = before ? moved(before, state) : [];
  write(hash, places.length > 0 && isStep(places));
}

/** Keeps URL and state in step, both ways. `honour` shows the module and space that `wanted` names. Call once. */
export function followHistory(honour: () => void): void {
  const follow = (back: boolean) => {
    if (last && location.hash === `#${encodeState(last)}`) return;
    const state = fromHash(back);
    if (!state) return;
    forgetWaiting();
    wanted.value = state;
    // Going there is no step of its own.
    lastStep = { places: '', at: 0 };
    honour();
  };
  window.addEventListener('popstate', (event) => follow((event.state as typeof OURS | null)?.xmv === OURS.xmv));
  window.addEventListener('hashchange', () => follow(false));
  effect(() => {
    const state = current();
    if (state) record(state);
  });
}
