// Files: choosing among those given, opening (one after the other), cancelling, closing, recovering. Closing, cancelling
// and a crash all end in the same place: a new worker in which the files that were open are opened again.
import { batch, computed } from '@preact/signals';
import type { Failure, FileInfo, ModuleSummary } from '#wasm/memory_viewer.js';
import { NO_LOSS } from '../base/no_loss';
import { call, onCrash, restart } from '../engine/client';
import { isArchive, isFailure, type Opened, type Plan } from '../engine/messages';
import { wantedModule } from './history';
import { newReports } from './reports';
import type { Choice, Given, OpenFile } from './store';
import { choice, crash, files, modules, planning, reports, setAside, useless, viewState } from './store';
import { chooseModule, forgetView, keptChoice, restoreChoice } from './view';

let nextKey = 1;
let lastLot = 0;
/** Opening loops carry their number; a newer one (after a restart) makes the older ones stop. */
let generation = 0;
let started = false;

/** Who gives more files than this by themselves has marked all of a folder, and means it as one. */
const MOST_EXPLICIT = 20;
/** Of such a lot of which nothing has a name that tells, so many are tried nevertheless. */
const MOST_TRIED = 200;
/** With many files the lists of modules and reports are fetched this often, not after each. */
const LIST_MS = 300;

function update(key: number, change: Partial<OpenFile>): void {
  files.value = files.value.map((file) => (file.key === key ? { ...file, ...change } : file));
}

function fresh({ file, path, explicit, instead = [] }: Given, lot: number, key = nextKey++): OpenFile {
  const nothing = { info: null, index: -1, inside: [], failure: null };
  return { key, lot, file, path, explicit, instead, status: 'waiting', done: 0, total: file.size, ...nothing };
}

/** A file given by itself. */
export const alone = (file: File): Given => ({ file, path: file.name, explicit: true });

/** Starts the worker, if it is not there: at the first quiet moment, so that it is ready for the first file. */
export function warmUp(): void {
  if (started) return;
  started = true;
  void restart();
}

/** Asks the core which files to open. The worker may be replaced meanwhile (a file closed): then once more. */
async function planOf(given: readonly Given[]): Promise<Plan | Failure> {
  const args = { paths: given.map(({ path }) => path), sizes: given.map(({ file }) => file.size) };
  for (;;) {
    const plan = await call('plan', args);
    if (!isFailure(plan) || plan.code !== 'SUPERSEDED') return plan;
  }
}

/** What of the given files is opened, in that order; the rest is set aside. */
async function chooseAmong(given: readonly Given[]): Promise<Given[]> {
  // There is nothing to choose, and no need to wait for the worker to be there.
  if (given.length === 1 && given[0]?.explicit) return [...given];
  const plan = await planOf(given);
  // The worker crashed: what was given by itself waits for it to come back.
  if (isFailure(plan)) return given.filter(({ explicit }) => explicit);
  const at = (index: number) => given[index] as Given;
  const aside = plan.aside.map(({ file, reason }) => ({ given: at(file), reason }));
  const left = aside.filter((one) => !one.given.explicit);
  // Nothing but files of which no name tells anything: contents must.
  if (left.length === given.length && given.every(({ path }) => !path.includes('/')))
    return given.slice(0, MOST_TRIED).map((one) => ({ ...one, explicit: true }));
  if (left.length > 0)
    setAside.value = [...setAside.value, ...left.map((one) => ({ path: one.given.path, reason: one.reason }))];
  const insteadOf = new Map(plan.instead.map(({ file, open }) => [file, [...open]]));
  // What was given by itself is opened anyway.
  const withInstead = (index: number): Given => {
    const others = (insteadOf.get(index) ?? []).map(withInstead);
    return { ...at(index), instead: others.filter(({ explicit }) => !explicit) };
  };
  return [...[...plan.open].map(withInstead), ...aside.filter((one) => one.given.explicit).map((one) => one.given)];
}

/** Opens what is of use among the given, next to what is open already, and shows the most telling of it. */
export async function openFiles(all: readonly Given[]): Promise<void> {
  if (all.length === 0) return;
  const folder = all.filter(({ explicit }) => explicit).length > MOST_EXPLICIT;
  const given = folder ? all.map((one) => ({ ...one, explicit: false })) : all;
  useless.value = 0;
  planning.value++;
  if (crash.value) await recover();
  warmUp();
  const lot = ++lastLot;
  const added = (await chooseAmong(given)).map((one) => fresh(one, lot));
  batch(() => {
    planning.value--;
    // A file given again replaces its earlier failed line.
    const paths = new Set(added.map(({ path }) => path));
    const kept = files.value.filter((file) => !(file.status === 'failed' && paths.has(file.path)));
    files.value = [...kept, ...added];
  });
  await openWaiting(() => showBest(lot, given.length));
}

function showBest(lot: number, given: number): void {
  const now = files.value.filter((file) => file.lot === lot);
  if (now.length === 0) useless.value = given;
  const from = (index: number) => fileByIndex.value.get(index)?.lot === lot;
  const best =
    wantedModule(modules.value) ??
    // The module on screen has become another by what was added to it.
    modules.value.find(({ module }) => module === choice.value?.module && now.some(attachedTo(module))) ??
    modules.value.find((module) => showable(module) && from(module.file));
  newReports((report) => from(report.file), best === undefined);
  if (best) chooseModule(best.module);
}

const attachedTo = (module: number) => (file: OpenFile) =>
  [file.info, ...file.inside].some((info) => info?.attachedTo === module);

function showable(module: ModuleSummary): boolean {
  return module.failure === null;
}

/** Who has a place in the core's list of files. */
const fileByIndex = computed(() => {
  const found = new Map<number, OpenFile>();
  for (const file of files.value) {
    if (file.info === null) continue;
    for (let i = 0; i <= file.inside.length; i++) found.set(file.index + i, file);
  }
  return found;
});

/** The file a module came from. */
export function fileOf(module: ModuleSummary): OpenFile | undefined {
  return fileByIndex.value.get(module.file);
}

function infoOf(index: number): FileInfo | undefined {
  const file = fileByIndex.value.get(index);
  return (file && (index === file.index ? file.info : file.inside[index - file.index - 1])) ?? undefined;
}

/** The name of a file by its index in the core's list; of a file in an archive, with the archive's. */
export function fileName(index: number): string {
  return infoOf(index)?.name ?? '';
}

/** The kind of file that a module came from; "" while it is being opened again. */
export function formatOf(module: ModuleSummary): string {
  return infoOf(module.file)?.format ?? '';
}

let opening: Promise<void> = Promise.resolve();

const nextWaiting = () => files.value.find((file) => file.status === 'waiting');

/** Opens what waits, then goes on with `then`, in the same batch as the last list of modules: the worker hears what to show
 *  before the page renders. A second call while one is running joins it: the loop picks up new files by itself. */
function openWaiting(then: () => void): Promise<void> {
  const mine = generation;
  const loop = async () => {
    let listed = 0;
    for (;;) {
      if (mine !== generation) return;
      const next = nextWaiting();
      if (!next) return then();
      update(next.key, { status: 'reading' });
      const progress = (done: number, total: number) => {
        if (mine === generation) update(next.key, { done, total });
      };
      const opens = call('open', { file: next.file, path: next.path }, { progress });
      // Asked for at once, so that the worker goes on without a word from here.
      const lists = nextWaiting() && performance.now() - listed < LIST_MS ? null : call('listing', {});
      const [answer, listing] = await Promise.all([opens, lists]);
      if (mine !== generation) return;
      // A crash is reported by its own listener, which knows more than the failed call.
      if (isFailure(answer) && answer.code === 'CRASHED') return;
      let done = false;
      batch(() => {
        if (isFailure(answer)) refused(next, answer);
        else opened(next, answer);
        if (!listing || isFailure(listing)) return;
        modules.value = listing.modules;
        reports.value = listing.reports;
        listed = performance.now();
        done = !nextWaiting();
        if (done) then();
      });
      if (done) return;
    }
  };
  opening = opening.then(loop);
  return opening;
}

function refused(file: OpenFile, failure: Failure): void {
  openInstead(file);
  if (file.explicit || !NO_LOSS.has(failure.code)) {
    update(file.key, { status: 'failed', failure });
    return;
  }
  batch(() => {
    files.value = files.value.filter(({ key }) => key !== file.key);
    setAside.value = [...setAside.value, { path: file.path, reason: failure.message }];
  });
}

/** Puts what was set aside for a file right behind it, to be opened next. */
function openInstead(file: OpenFile): void {
  const { instead = [], lot, key } = file;
  if (instead.length === 0) return;
  const paths = new Set(instead.map(({ path }) => path));
  const added = instead.map((one) => fresh(one, lot));
  batch(() => {
    setAside.value = setAside.value.filter(({ path }) => !paths.has(path));
    files.value = files.value.flatMap((one) => (one.key === key ? [one, ...added] : [one]));
  });
}

function opened(file: OpenFile, { firstFile, infos }: Opened): void {
  const [info, ...more] = infos;
  if (!info) return;
  const inside = isArchive(info) ? more : [];
  const size = { done: file.file.size, total: file.file.size };
  batch(() => {
    update(file.key, { status: 'open', info, index: firstFile, inside, ...size });
    // What had been refused because this one was missing is part of it now.
    more.forEach((companion, i) => {
      const refusedBefore = files.value.find(
        ({ path, failure }) => path === companion.name && failure?.code === 'NEEDS_COMPANION',
      );
      if (inside.length > 0 || !refusedBefore) return;
      update(refusedBefore.key, { status: 'open', info: companion, index: firstFile + 1 + i, failure: null });
    });
  });
}

/** Has its failure to do with what else is open? Then it may be another one with other files. */
const worthAnotherTry = (file: OpenFile) => file.status !== 'failed' || file.failure?.code === 'NEEDS_COMPANION';

/** Starts over with a new worker and the given files, keeping what was looked at if it is still there. */
async function reopen(keep: readonly OpenFile[], show: Choice | null = choice.value, orFirst = true): Promise<void> {
  generation++;
  opening = Promise.resolve();
  const kept = keptChoice(show, fileOf);
  batch(() => {
    forgetView();
    modules.value = [];
    reports.value = [];
    crash.value = null;
    files.value = keep.map((file) => (worthAnotherTry(file) ? fresh(file, file.lot, file.key) : file));
  });
  void restart();
  await openWaiting(() => restoreChoice(kept, modules.value, files.value, orFirst));
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
  useless.value = 0;
  files.value = files.value.filter((file) => file.status !== 'failed');
}

/** After a crash: a new worker with everything that was open. */
export function recover(): Promise<void> {
  return reopen(files.value.filter((file) => file.status !== 'reading' && worthAnotherTry(file)));
}

export function closeAll(): Promise<void> {
  setAside.value = [];
  useless.value = 0;
  return reopen([]);
}

const CRASH_HINT = 'Nothing was changed and nothing left this page. Please report it with the file’s size and kind.';

onCrash((report) => {
  // Nobody has asked for anything yet: whoever does will be told, or be luckier.
  if (files.value.length === 0 && planning.value === 0) {
    started = false;
    return;
  }
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
    crash.value = { ...report, file: reading?.path ?? '' };
  });
});
