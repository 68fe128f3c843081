// The memory map's state: the part of the addresses shown, what colours mean, what is filtered and folded, and the blocks
// of the active buffer. Its x is state/viewport.ts's.
import { batch, computed, effect, signal } from '@preact/signals';
import type { Legend, MapBlocks, MapInfo } from '#wasm/memory_viewer.js';
import { fitInto, type Range, sameRange } from '../base/range';
import { call } from '../engine/client';
import { latest } from '../engine/latest';
import { isFailure } from '../engine/messages';
import { COLOR_BY } from '../engine/orders';
import { active, curveRange, ready, shownPoint } from './store';
import { axis, fullRange, setRange } from './viewport';

export type ColorByNumber = (typeof COLOR_BY)[keyof typeof COLOR_BY];

export const colorBy = signal<ColorByNumber>(COLOR_BY.type);
/** Classes of the legend that are filtered out. */
export const hiddenClasses = signal<ReadonlySet<number>>(new Set());
/** Whole-program bands folded away? null: as it suits the space (see `folded`). */
export const foldWish = signal<boolean | null>(null);
/** Addresses shown; null: all (that are not folded). */
export const mapRange = signal<Range | null>(null);

interface Loaded<T> {
  readonly view: number;
  readonly axis: number;
  readonly value: T;
}
const loadedInfo = signal<Loaded<MapInfo> | null>(null);
const loadedLegend = signal<(Loaded<Legend> & { readonly by: number; readonly point: number }) | null>(null);
const loadedBlocks = signal<(Loaded<MapBlocks> & { readonly buffer: number }) | null>(null);

function current<T>(loaded: Loaded<T> | null): T | null {
  return loaded && loaded.view === ready.value?.view && loaded.axis === axis.value ? loaded.value : null;
}

export const mapInfo = computed(() => current(loadedInfo.value));
/** Classes in the colours chosen; its live bytes may lag behind the point by an answer. */
export const legend = computed(() => (loadedLegend.value?.by === colorBy.value ? current(loadedLegend.value) : null));
export const activeBlocks = computed(() =>
  loadedBlocks.value?.buffer === active.value ? current(loadedBlocks.value) : null,
);

/** Up to here the map is whole-program bands, from the bottom. */
export const foldTop = computed(() => {
  let top = 0;
  for (const band of mapInfo.value?.bands ?? []) {
    if (!band.wholeProgram) break;
    top = band.hi;
  }
  return top;
});
/** Folding saves that much or it isn't done by itself. */
const FOLD_FROM = 0.4;
export const canFold = computed(() => {
  const top = mapInfo.value?.topBytes ?? 0;
  return foldTop.value > 0 && foldTop.value < top;
});
export const folded = computed(() => {
  const top = mapInfo.value?.topBytes ?? 1;
  return canFold.value && (foldWish.value ?? foldTop.value > top * FOLD_FROM);
});

export function fullAddresses(): Range {
  const top = Math.max(1, mapInfo.value?.topBytes ?? 1);
  return { from: folded.value ? foldTop.value : 0, to: top };
}

export function visibleAddresses(): Range {
  return mapRange.value ? fitInto(mapRange.value, fullAddresses()) : fullAddresses();
}

export function setAddresses(range: Range): void {
  mapRange.value = sameRange(range, fullAddresses()) ? null : range;
}

export function toggleFold(): void {
  batch(() => {
    foldWish.value = !folded.value;
    mapRange.value = null;
  });
}

export function setColorBy(by: ColorByNumber): void {
  batch(() => {
    colorBy.value = by;
    hiddenClasses.value = new Set();
  });
}

/** Filters a class out or in. `alone`: shows it alone, or everything again. */
export function toggleClass(index: number, alone: boolean): void {
  const classes = legend.value?.label.length ?? 0;
  const hidden = hiddenClasses.value;
  if (alone) {
    const others = Array.from({ length: classes }, (_, i) => i).filter((i) => i !== index);
    const already = !hidden.has(index) && others.every((i) => hidden.has(i));
    hiddenClasses.value = new Set(already ? [] : others);
    return;
  }
  const next = new Set(hidden);
  if (!next.delete(index)) next.add(index);
  hiddenClasses.value = next;
}

/** Everything in sight again, on both axes. */
export function fitAll(): void {
  batch(() => {
    curveRange.value = null;
    mapRange.value = null;
  });
}

/** Room around what is zoomed to, as a share of it. */
const MARGIN = 0.15;

/** Zooms to the blocks of the active buffer. False: there is none on the map. */
export function zoomToActive(): boolean {
  const blocks = activeBlocks.value;
  if (!blocks || blocks.start.length === 0) return false;
  const around = (from: number, to: number): Range => {
    const margin = (to - from) * MARGIN;
    return { from: from - margin, to: to + margin };
  };
  const lowest = Math.min(...blocks.lo);
  const highest = Math.max(...blocks.hi);
  batch(() => {
    if (folded.value && lowest < foldTop.value) foldWish.value = false;
    setRange(fitInto(around(Math.min(...blocks.start), Math.max(...blocks.end)), fullRange()));
    setAddresses(fitInto(around(lowest, highest), fullAddresses()));
  });
  return true;
}

const askInfo = latest(
  (args: { view: number; axis: number }) => call('map', args),
  (answer, args) => {
    if (!isFailure(answer)) loadedInfo.value = { ...args, value: answer };
  },
);
const askLegend = latest(
  (args: { view: number; axis: number; by: number; point: number }) => call('legend', args),
  (answer, args) => {
    if (!isFailure(answer)) loadedLegend.value = { ...args, value: answer };
  },
);
const askBlocks = latest(
  (args: { view: number; axis: number; buffer: number }) => call('mapBlocks', args),
  (answer, args) => {
    if (!isFailure(answer)) loadedBlocks.value = { ...args, value: answer };
  },
);

/** The blocks of a buffer that is about to be active came with another answer. */
export function learnBlocks(blocks: NonNullable<typeof loadedBlocks.value>): void {
  loadedBlocks.value = blocks;
}

let lastView = -1;
effect(() => {
  const view = ready.value?.view;
  if (view === undefined) return;
  if (view !== lastView) {
    lastView = view;
    batch(() => {
      mapRange.value = null;
      foldWish.value = null;
      hiddenClasses.value = new Set();
    });
  }
  askInfo({ view, axis: axis.value });
});
effect(() => {
  const view = ready.value?.view;
  if (view !== undefined) askLegend({ view, axis: axis.value, by: colorBy.value, point: shownPoint.value });
});
effect(() => {
  const view = ready.value?.view;
  const buffer = active.value;
  if (view !== undefined && buffer >= 0 && !activeBlocks.value) askBlocks({ view, axis: axis.value, buffer });
});
