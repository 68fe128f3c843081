// What the program is held against: the memory of a chip (chosen, or told by the files) or a typed size, less what others
// hold of it; for the memory space on screen. Chosen for the whole page, so that it stays from module to module; sizes and
// baselines are typed for one memory space each.
import { batch, computed, effect, signal } from '@preact/signals';
import { type Capacity, capacityOf, errorCapacity, type Fit, fit, presetBaseline } from '../base/capacity';
import { CHIPS } from '../base/chips';
import { call } from '../engine/client';
import { latest } from '../engine/latest';
import { isFailure } from '../engine/messages';
import { chosenModule, overview, ready, reports } from './store';
import type { Sizes } from './url';

/** chipChoice: hold against nothing. */
export const NONE = 'none';
/** A chip's name, NONE, or "": what the files tell. */
export const chipChoice = signal('');
export const typedSizes = signal<Sizes>({});
export const typedBaselines = signal<Sizes>({});

const facts = computed(() => {
  const shown = overview.value;
  const module = chosenModule.value;
  if (!shown || !module) return null;
  const { space, scopedVmemBytes } = shown;
  return {
    space,
    told: module.chip,
    scopedBytes: scopedVmemBytes,
    chosen: CHIPS.find(({ name }) => name === chipChoice.value) ?? null,
    size: typedSizes.value[space] ?? null,
    baseline: typedBaselines.value[space] ?? null,
    fromError: errorCapacity(reports.value, space, module.name),
  };
});

export const capacity = computed((): Capacity | null =>
  facts.value && chipChoice.value !== NONE ? capacityOf(facts.value) : null,
);

/** What it would be if nothing were chosen or typed: what the files tell. */
export const toldCapacity = computed(() => facts.value && capacityOf({ ...facts.value, chosen: null, size: null }));

export const baselinePreset = computed(() => (facts.value ? presetBaseline(facts.value) : 0));

export interface Verdict {
  readonly capacity: Capacity;
  /** What the device reserves, and what is live at once. */
  readonly allocated: Fit;
  readonly live: Fit;
}

export const fitting = computed((): Verdict | null => {
  const shown = overview.value;
  const limit = capacity.value;
  if (!shown || !limit) return null;
  return { capacity: limit, allocated: fit(shown.totalBytes, limit.usable), live: fit(shown.peakBytes, limit.usable) };
});

/** More is live than allocated: live bytes then don't tell what fits. */
export const liveOverlaps = computed(() => {
  const found = fitting.value;
  return found !== null && found.live.bytes > found.allocated.bytes;
});

interface Above {
  readonly view: number;
  readonly bytes: number;
  readonly point: number;
}
const above = signal<Above | null>(null);

/** First program point whose live bytes do not fit; -1: there is none, or it is on its way. */
export const firstPointAbove = computed(() => {
  const found = above.value;
  const limit = capacity.value;
  return found && limit && found.view === ready.value?.view && found.bytes === limit.usable ? found.point : -1;
});

const askAbove = latest(
  (args: { view: number; bytes: number }) => call('firstAbove', args),
  (answer, args) => {
    if (!isFailure(answer)) above.value = { ...args, point: answer.point };
  },
);

effect(() => {
  const view = ready.value?.view;
  const verdict = fitting.value;
  if (view !== undefined && verdict && !verdict.live.fits) askAbove({ view, bytes: verdict.capacity.usable });
});

function put(sizes: Sizes, space: number, bytes: number | null): Sizes {
  const { [space]: _, ...rest } = sizes;
  return bytes === null ? rest : { ...rest, [space]: bytes };
}

/** Holds against a chip's memory; a size typed for the space on screen gives way. */
export function chooseChip(name: string): void {
  const space = overview.value?.space;
  batch(() => {
    chipChoice.value = name;
    if (space !== undefined) typedSizes.value = put(typedSizes.value, space, null);
  });
}

/** Null: as the chip has it. */
export function typeSize(bytes: number | null): void {
  const space = overview.value?.space;
  if (space === undefined) return;
  batch(() => {
    typedSizes.value = put(typedSizes.value, space, bytes);
    if (bytes !== null && chipChoice.value === NONE) chipChoice.value = '';
  });
}

/** Null: the preset. */
export function typeBaseline(bytes: number | null): void {
  const space = overview.value?.space;
  if (space !== undefined) typedBaselines.value = put(typedBaselines.value, space, bytes);
}

/** What a link asks for. */
export function restoreCapacity(chip: string, sizes: Sizes, baselines: Sizes): void {
  batch(() => {
    chipChoice.value = chip === NONE || CHIPS.some(({ name }) => name === chip) ? chip : '';
    typedSizes.value = sizes;
    typedBaselines.value = baselines;
  });
}
