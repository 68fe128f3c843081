// Files: opening (one after the other), cancelling, closing, recovering. Closing, cancelling and a crash all end in the
// same place: a new worker in which the files that were open are opened again.
import { batch } from '@preact/signals';
import type { Failure, ModuleSummary } from '#wasm/memory_viewer.js';
import { call, onCrash, restart } from '../engine/client';
import { isFailure } from '../engine/messages';
import { wantedModule } from './history';
import type { Choice, OpenFile } from './store';
import { choice, crash, files, modules, viewState } from './store';
import { chooseModule, forgetView, keptChoice, restoreChoice } from './view';

let nextKey = 1;
/** Opening loops carry their number; a newer one (after a restart) makes the older ones stop. */
let generation = 0;
let started = false;

function update(key: number, change: Partial<OpenFile>): void {
  files.value = files.value.map((file) => (file.key === key ? { ...file, ...change } : file));
}

function fresh(file: File, key = nextKey++): OpenFile {
  return { key, file, status: 'waiting', done: 0, total: file.size, info: null, failure: null };
}

/** Opens files given by the person, next to those already open, and shows the most telling module among them. */
export async function openFiles(given: readonly File[]): Promise<void> {
  if (given.length === 0) return;
  const added = given.map((file) => fresh(file));
  // A file given again replaces its earlier failed line.
  const names = new Set(given.map((file) => file.name));
  const kept = files.value.filter((file) => !(file.status === 'failed' && names.has(file.file.name)));
  files.value = [...kept, ...added];
  if (crash.value) return recover();
  if (!started) {
    started = true;
    void restart();
  }
  const mine = generation;
  await openWaiting();
  if (mine !== generation) return;
  const keys = new Set(added.map((file) => file.key));
  const best =
    wantedModule(modules.value) ??
    modules.value.find((module) => showable(module) && keys.has(fileOf(module)?.key ?? -1));
  if (best) chooseModule(best.module);
}

function showable(module: ModuleSummary): boolean {
  return module.failure === null;
}

/** The file a module came from. */
export function fileOf(module: ModuleSummary): OpenFile | undefined {
  return files.value.find(({ info }) => {
    const index = module.module - (info?.firstModule ?? Number.POSITIVE_INFINITY);
    return info !== null && index >= 0 && index < info.moduleCount;
  });
}

let opening: Promise<void> = Promise.resolve();

/** Opens what waits. A second call while one is running joins it: the loop picks up new files by itself. */
function openWaiting(): Promise<void> {
  const mine = generation;
  const loop = async () => {
    for (;;) {
      const next = files.value.find((file) => file.status === 'waiting');
      if (!next || mine !== generation) return;
      update(next.key, { status: 'reading' });
      const answer = await call('open', { file: next.file }, (done, total) => {
        if (mine === generation) update(next.key, { done, total });
      });
      if (mine !== generation) return;
      if (isFailure(answer)) {
        // A crash is reported by its own listener, which knows more than the failed call.
        if (answer.code !== 'CRASHED') update(next.key, { status: 'failed', failure: answer });
        else return;
      } else {
        batch(() => {
          update(next.key, { status: 'open', info: answer.info, done: answer.info.bytes, total: answer.info.bytes });
          modules.value = answer.modules;
        });
      }
    }
  };
  opening = opening.then(loop);
  return opening;
}

/** Starts over with a new worker and the given files, keeping what was looked at if it is still there. */
async function reopen(keep: readonly OpenFile[], show: Choice | null = choice.value, orFirst = true): Promise<void> {
  generation++;
  opening = Promise.resolve();
  const kept = keptChoice(show, fileOf);
  batch(() => {
    forgetView();
    modules.value = [];
    crash.value = null;
    files.value = keep.map((file) => (file.status === 'failed' ? file : fresh(file.file, file.key)));
  });
  void restart();
  const mine = generation;
  await openWaiting();
  if (mine === generation) restoreChoice(kept, modules.value, files.value, orFirst);
}

/** Stops reading: what is being read or waits is dropped, what was open is opened again. */
export function cancelReading(): Promise<void> {
  return reopen(files.value.filter((file) => file.status === 'open' || file.status === 'failed'));
}

/** Stops the analysis of a module that takes too long and goes back to what was shown before it. */
export function cancelView(): Promise<void> {
  const state = viewState.value;
  if (state.kind !== 'loading') return Promise.resolve();
  return reopen(files.value, state.before?.choice ?? null, false);
}

export function closeFile(key: number): Promise<void> {
  const closed = files.value.find((file) => file.key === key);
  const rest = files.value.filter((file) => file.key !== key);
  if (closed?.status === 'failed') {
    files.value = rest;
    return Promise.resolve();
  }
  return reopen(rest);
}

export function dismissFailures(): void {
  files.value = files.value.filter((file) => file.status !== 'failed');
}

/** After a crash: a new worker with everything that was open. */
export function recover(): Promise<void> {
  return reopen(files.value.filter((file) => file.status === 'open' || file.status === 'waiting'));
}

export function closeAll(): Promise<void> {
  return reopen([]);
}

const CRASH_HINT = 'Nothing was changed and nothing left this page. Please report it with the file’s size and kind.';

onCrash((report) => {
  const reading = files.value.find((file) => file.status === 'reading');
  generation++;
  opening = Promise.resolve();
  batch(() => {
    if (reading) {
      const failure: Failure = {
        code: report.outOfMemory ? 'OUT_OF_MEMORY' : 'CRASHED',
        message: report.outOfMemory
          ? 'Reading this file needs more memory than the browser gives to a page.'
          : `The reader stopped on this file (${report.message}).`,
        hint: report.outOfMemory
          ? 'Close other files, or open one module’s .hlo.pb instead of a whole profile.'
          : CRASH_HINT,
      };
      update(reading.key, { status: 'failed', failure });
    }
    crash.value = { ...report, file: reading?.file.name ?? '' };
  });
});
