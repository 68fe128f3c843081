// The worker: owns the one session, answers calls one after the other. Bundled as a classic script and started from a
// Blob. It reads files itself, slice by slice; a file never is in memory as a whole. It knows nothing of the screen.
import createMemoryViewer, {
  type Failure,
  type MemoryViewerModule,
  type Session,
  type SpaceView,
} from '#wasm/memory_viewer.js';
import { forgetWindow, windowed } from './file_window';
import { mapCalls } from './map_calls';
import type { Args, Init, OperationName, Reply, Request, Result } from './messages';
import { isArchive, isFailure, SUPERSEDED } from './messages';
import { patternTests } from './patterns';
import { rehearsal } from './rehearsal';
import { unpack } from './unpack';

/** Progress is worth a message about this often. */
const PROGRESS_MS = 40;
/** A file that was chosen before the worker was ready is told to it by then. */
const REHEARSE_MS = 100;

interface WorkerScope {
  postMessage(message: Reply, transfer?: Transferable[]): void;
  onmessage: ((event: MessageEvent<Request>) => void) | null;
}
const scope = self as unknown as WorkerScope;

let started: Promise<void>;
let core: MemoryViewerModule;
let session: Session;
let view: SpaceView | null = null;
/** Not used by any worker before: what the page remembers of a view must not pass for another one's. */
let viewNumber = Date.now();

function unreadable(name: string, reason: string): Failure {
  return {
    code: 'UNREADABLE',
    message: `“${name}” could not be read: ${reason}`,
    hint: 'It may have been changed, moved or deleted since it was chosen, or it is a folder. Choose it again.',
  };
}

/** Files in the session; asking the core for all of them after each of thousands would be slow. */
let fileCount = 0;
/** Some file waits in the core for another one, which may bring it along. */
let companionWaits = false;

function open(id: number, { file, path }: Args<'open'>): Result<'open'> | Failure {
  const reader = new FileReaderSync();
  let broken = '';
  const read = windowed(file.size, (offset, length) => {
    // An exception must not unwind through the core's frames; no bytes means "ended here" to it.
    try {
      return new Uint8Array(reader.readAsArrayBuffer(file.slice(offset, offset + length)));
    } catch (error) {
      broken = error instanceof Error ? error.message : String(error);
      return new Uint8Array(0);
    }
  });
  let last = 0;
  const info = session.addFile(path, file.size, read, (done, total) => {
    const now = performance.now();
    if (now - last < PROGRESS_MS) return;
    last = now;
    scope.postMessage({ type: 'progress', id, done, total });
  });
  const firstFile = fileCount;
  const several = companionWaits || (!isFailure(info) && isArchive(info));
  const infos = several ? session.files().slice(firstFile) : isFailure(info) ? [] : [info];
  fileCount += infos.length;
  // In an archive, too, there may be one.
  if (isFailure(info) ? info.code === 'NEEDS_COMPANION' || infos.length > 0 : isArchive(info)) companionWaits = true;
  if (broken) return unreadable(file.name, broken);
  if (isFailure(info)) return info;
  return { firstFile, infos };
}

function openView(args: Args<'view'>): Result<'view'> | Failure {
  view?.delete();
  view = null;
  viewNumber++;
  map.forget();
  const made = session.view(args.module, args.space, args.trace);
  forgetWindow();
  if ('code' in made) return made;
  view = made;
  const overview = made.overview();
  const curve = made.curve(0, overview.points, Math.min(args.columns, overview.points));
  return { view: viewNumber, overview, curve };
}

/** The current view if it is the one meant. */
function viewOf(args: { view: number }): SpaceView | null {
  return args.view === viewNumber ? view : null;
}

function search({ query, point }: Args<'search'>, current: SpaceView): Result<'search'> | Failure {
  const tests = patternTests();
  const found = current.search(query, point, tests.test);
  const failure = tests.failure() ?? ('code' in found ? found : null);
  // What cannot be understood marks nothing, rather than what was looked for before.
  if (failure) current.search('', point, tests.test);
  return failure ?? found;
}

function outline({ module, space, columns }: Args<'outline'>): Result<'outline'> | Failure {
  const other = session.view(module, space, -1);
  if ('code' in other) return other;
  const { points } = other.overview();
  const { liveMax } = other.curve(0, points, Math.min(columns, points));
  other.delete();
  return { space, points, liveMax };
}

const map = mapCalls(viewOf, SUPERSEDED);

type Handlers = { [K in OperationName]: (args: Args<K>, id: number) => Result<K> | Failure };

const handlers: Handlers = {
  ...map.handlers,
  open: (args, id) => open(id, args),
  listing: () => ({ modules: session.modules(), reports: session.reports() }),
  plan: ({ paths, sizes }) => {
    const { open, aside, instead } = core.planFiles(paths, sizes);
    return { open, aside, instead };
  },
  view: openView,
  points: (args) => {
    const current = viewOf(args);
    return current ? args.points.map((point) => current.pointInfo(point)) : SUPERSEDED;
  },
  curve: (args) => {
    const current = viewOf(args);
    if (!current || !map.onAxis(current, args.axis)) return SUPERSEDED;
    return current.curve(args.from, args.to, args.columns);
  },
  strip: (args) =>
    viewOf(args)?.strip(args.point, args.order, args.lo, args.hi, args.pixels, args.minPixels) ?? SUPERSEDED,
  names: (args) => viewOf(args)?.names(args.buffers) ?? SUPERSEDED,
  locate: (args) => {
    const current = viewOf(args);
    if (!current) return SUPERSEDED;
    const card = current.card(args.buffer);
    if (isFailure(card)) return card;
    return { card, positions: args.orders.map((order) => current.stripPosition(args.point, order, args.buffer)) };
  },
  rows: (args) =>
    viewOf(args)?.rows(args.point, args.order, args.reversed, args.from, args.count, args.matchesOnly) ?? SUPERSEDED,
  search: (args) => {
    const current = viewOf(args);
    return current ? search(args, current) : SUPERSEDED;
  },
  change: (args) => viewOf(args)?.change(args.from, args.to, args.count) ?? SUPERSEDED,
  outline: (args) => (viewOf(args) ? outline(args) : SUPERSEDED),
};

/** Steps left of the rehearsal. */
let rehearsing: Generator<void> | null = null;

function startOver(): void {
  view?.delete();
  view = null;
  session.delete();
  session = new core.Session();
  fileCount = 0;
  companionWaits = false;
}

function rehearse(): void {
  if (!rehearsing) return;
  if (rehearsing.next().done) endRehearsal();
  else setTimeout(() => void guarded(rehearse));
}

/** Nothing is left of it but what the browser has compiled. */
function endRehearsal(): void {
  if (!rehearsing) return;
  rehearsing = null;
  startOver();
}

function run<K extends OperationName>(id: number, op: K, args: Args<K>): void {
  const value = handlers[op](args, id);
  scope.postMessage({ type: 'answer', id, value }, buffersOf(value));
}

/** The typed arrays' memory, to be handed over instead of copied. */
function buffersOf(value: object): ArrayBuffer[] {
  const found = new Set<ArrayBuffer>();
  for (const part of Object.values(value)) {
    if (ArrayBuffer.isView(part) && part.buffer instanceof ArrayBuffer) found.add(part.buffer);
  }
  return [...found];
}

function crash(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  const outOfMemory = /out of memory|bad_alloc|memory\.grow|allocation failed|Array buffer allocation/i.test(message);
  let heapBytes = 0;
  try {
    heapBytes = core.heapBytes();
  } catch {
    // After an abort the core may not answer any more.
  }
  scope.postMessage({ type: 'crash', message, outOfMemory, heapBytes });
}

/** What throws has crashed. */
async function guarded(job: () => void | Promise<void>): Promise<void> {
  try {
    await job();
  } catch (error) {
    crash(error);
  }
}

async function start({ packed, sample }: Init): Promise<void> {
  core = await createMemoryViewer({ wasmBinary: unpack(packed) });
  session = new core.Session();
  scope.postMessage({ type: 'ready' });
  if (!sample) return;
  rehearsing = rehearsal((op, args) => handlers[op](args, 0), startOver, sample);
  setTimeout(() => void guarded(rehearse), REHEARSE_MS);
}

scope.onmessage = ({ data }) =>
  guarded(async () => {
    if (data.type === 'init') started = start(data);
    await started;
    if (data.type !== 'call') return;
    endRehearsal();
    run(data.id, data.op, data.args);
  });
