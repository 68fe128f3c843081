// Which module, memory space and trace is shown, and the program point in it. A change asks the worker for a new space
// view; everything that belongs to the old one (buffers, zoom) is let go, the rest (point of view, toggles) stays.
import { batch, effect } from '@preact/signals';
import type { ModuleSummary } from '#wasm/memory_viewer.js';
import type { Range } from '../base/range';
import { call } from '../engine/client';
import { latest } from '../engine/latest';
import { isFailure } from '../engine/messages';
import { honourWithinView, wanted, wantedModule } from './history';
import { usedSpaces } from './spaces';
import type { Choice, OpenFile } from './store';
import {
  choice,
  curveRange,
  details,
  glanced,
  hovered,
  modules,
  pinned,
  point,
  pointInfo,
  ready,
  shownPoint,
  viewState,
} from './store';

/** The hash was edited, or the person went back: shows what it names if that is open. */
export function honourUrl(): void {
  const module = wantedModule(modules.value);
  const state = wanted.value;
  if (!module || !state) return;
  const now = viewState.value.kind === 'ready' ? choice.value : null;
  const there = now?.module === module.module && (state.space === null || state.space === now.space);
  // In the view on screen nothing has to be analysed again.
  if (there && state.trace === now.trace) batch(honourWithinView);
  else chooseModule(module.module);
}

export function chooseModule(index: number): void {
  const module = modules.value.find((candidate) => candidate.module === index);
  if (!module || module.failure) return;
  const asked = wantedModule(modules.value) === module ? wanted.value : null;
  // The same memory type as before if the module has it, else its largest.
  const space = asked?.space ?? choice.value?.space;
  const spaces = usedSpaces(module);
  const same = spaces.find((candidate) => candidate.space === space);
  void show({ module: index, space: (same ?? spaces[0])?.space ?? 0, trace: asked?.trace ?? -1 });
}

export function chooseSpace(space: number): void {
  const now = choice.value;
  if (now && now.space !== space) void show({ module: now.module, space, trace: -1 });
}

export function chooseTrace(trace: number): void {
  const now = choice.value;
  if (now) void show({ ...now, trace });
}

/** Steps to the next or previous memory space of the module. */
export function stepSpace(by: number): void {
  const now = choice.value;
  const module = modules.value.find((candidate) => candidate.module === now?.module);
  const spaces = module ? usedSpaces(module) : [];
  const index = spaces.findIndex((space) => space.space === now?.space);
  const next = spaces[(index + by + spaces.length) % spaces.length];
  if (next) chooseSpace(next.space);
}

/** A buffer to be selected in the view that is on its way. */
let target: { readonly buffer: number } | null = null;

/** Selects a buffer that may lie in another memory space of the module. */
export function showBuffer(space: number, buffer: number): void {
  const now = choice.value;
  if (!now) return;
  if (now.space === space) {
    pinned.value = buffer;
    return;
  }
  target = { buffer };
  void show({ module: now.module, space, trace: -1 });
}

let asked = 0;

async function show(next: Choice): Promise<void> {
  const mine = ++asked;
  const before = ready.value;
  viewState.value = { kind: 'loading', choice: next, before };
  // At the width of the window, since the chart is not there yet; it asks again at its own.
  const columns = Math.ceil(innerWidth * devicePixelRatio);
  const answer = await call('view', { ...next, columns });
  if (mine !== asked) return;
  batch(() => {
    if (isFailure(answer) && answer.code === 'CRASHED') {
      // The crash note says it; what was on screen stays, and is what reopening goes back to.
      viewState.value = before ?? { kind: 'none' };
      return;
    }
    forgetBuffers();
    if (isFailure(answer)) {
      target = null;
      viewState.value = { kind: 'failed', choice: next, failure: answer };
      return;
    }
    viewState.value = {
      kind: 'ready',
      choice: next,
      view: answer.view,
      overview: answer.overview,
      curve: answer.curve,
    };
    honourWithinView();
    if (target) pinned.value = target.buffer;
    target = null;
  });
}

function forgetBuffers(): void {
  hovered.value = -1;
  glanced.value = -1;
  pinned.value = -1;
  details.value = null;
  point.value = null;
  pointInfo.value = null;
  curveRange.value = null;
}

export function forgetView(): void {
  asked++;
  forgetBuffers();
  viewState.value = { kind: 'none' };
}

export function choosePoint(next: number | null): void {
  point.value = next;
}

export function showRange(range: Range | null): void {
  curveRange.value = range;
}

/** A choice that survives reopening: module numbers change with the files before them. */
export interface KeptChoice {
  readonly fileKey: number;
  readonly indexInFile: number;
  readonly choice: Choice;
}

export function keptChoice(
  now: Choice | null,
  fileOf: (module: ModuleSummary) => OpenFile | undefined,
): KeptChoice | null {
  const module = modules.value.find((candidate) => candidate.module === now?.module);
  const file = module && fileOf(module);
  if (!now || !module || !file?.info) return null;
  return { fileKey: file.key, indexInFile: module.module - file.info.firstModule, choice: now };
}

/** Shows what was looked at before the files were reopened, or else (if wanted) the most telling module. */
export function restoreChoice(
  kept: KeptChoice | null,
  list: readonly ModuleSummary[],
  open: readonly OpenFile[],
  orFirst: boolean,
): void {
  const info = open.find((file) => file.key === kept?.fileKey)?.info;
  const again = info && kept ? list.find((module) => module.module === info.firstModule + kept.indexInFile) : undefined;
  if (again && kept && again.failure === null) {
    void show({ ...kept.choice, module: again.module });
    return;
  }
  if (!orFirst) return;
  const first = list.find((module) => module.failure === null);
  if (first) chooseModule(first.module);
}

const askPoint = latest(
  async (args: { view: number; point: number }) => await call('points', { view: args.view, points: [args.point] }),
  (answer, args) => {
    if (isFailure(answer) || args.view !== ready.value?.view || args.point !== shownPoint.value) return;
    pointInfo.value = answer[0] ?? null;
  },
);

effect(() => {
  const view = ready.value?.view;
  if (view !== undefined) askPoint({ view, point: shownPoint.value });
});
