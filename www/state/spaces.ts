// The memory spaces of the module on screen: which are worth offering, what to say about them in one number, and a small
// outline of each one's curve, asked for once per module after the view itself has been answered.
import { effect, signal } from '@preact/signals';
import type { ModuleSummary, SpaceSummary } from '#wasm/memory_viewer.js';
import { call } from '../engine/client';
import { isFailure, type SpaceOutline } from '../engine/messages';
import { modules, pointInfo, ready } from './store';

/** Spaces in which the module has any bytes; all of them if it has none anywhere. */
export function usedSpaces(module: ModuleSummary): readonly SpaceSummary[] {
  const used = module.spaces.filter((space) => space.peakBytes > 0 || space.totalBytes > 0);
  return used.length > 0 ? used : module.spaces;
}

/** The number for a space: its peak; where nothing is ever live, what is allocated nevertheless. */
export function spaceBytes(space: SpaceSummary): number {
  return space.peakBytes > 0 ? space.peakBytes : space.totalBytes;
}

/** More spaces than this get no outlines: each costs an analysis. */
const MOST = 8;
const COLUMNS = 44;

export const outlines = signal<ReadonlyMap<number, SpaceOutline>>(new Map());
let outlined: ModuleSummary | undefined;

async function load(module: ModuleSummary, view: number): Promise<void> {
  for (const { space } of usedSpaces(module).slice(0, MOST)) {
    if (ready.peek()?.view !== view) return;
    if (outlined !== module || outlines.peek().has(space)) continue;
    const answer = await call('outline', { view, module: module.module, space, columns: COLUMNS });
    if (isFailure(answer) || outlined !== module) continue;
    outlines.value = new Map(outlines.peek()).set(space, answer);
  }
}

effect(() => {
  const shown = ready.value;
  const module = modules.value.find((candidate) => candidate.module === shown?.choice.module);
  // The first answer about a view: by then its charts have asked, and come first.
  if (!shown || !module || pointInfo.value === null) return;
  if (outlined !== module) {
    outlined = module;
    outlines.value = new Map();
  }
  void load(module, shown.view);
});
