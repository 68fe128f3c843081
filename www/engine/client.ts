// The page's end of the worker. Starting, cancelling and recovering from a crash are one thing: throw the worker away
// and start another one. Calls that were on their way then answer SUPERSEDED (or CRASHED), never hang.
import type { Failure } from '#wasm/memory_viewer.js';
import { dataBlock } from '../base/dom';
import type { Args, OperationName, Reply, Request, Result } from './messages';
import { CRASHED, SUPERSEDED } from './messages';

export interface Crash {
  readonly message: string;
  readonly outOfMemory: boolean;
  readonly heapBytes: number;
}

interface Pending {
  readonly resolve: (value: never) => void;
  readonly progress: ((done: number, total: number) => void) | undefined;
}

let worker: Worker | null = null;
let workerUrl = '';
let nextId = 1;
const pending = new Map<number, Pending>();
let crashed: (crash: Crash) => void = () => {};
let settled: (() => void)[] = [];

/** Called at most once per worker, after which only `restart` brings the engine back. */
export function onCrash(listener: (crash: Crash) => void): void {
  crashed = listener;
}

function spawn(): Worker {
  if (!workerUrl) {
    const text = dataBlock('xmv-worker')?.textContent ?? '';
    workerUrl = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  }
  return new Worker(workerUrl);
}

/** Ends the worker, if any, and starts a new, empty one. Resolves when it is ready for calls. */
export function restart(): Promise<void> {
  stop(SUPERSEDED);
  const fresh = spawn();
  worker = fresh;
  const ready = new Promise<void>((resolve) => {
    const fail = (crash: Crash) => {
      if (worker !== fresh) return;
      stop(CRASHED);
      crashed(crash);
      resolve();
    };
    fresh.onmessage = ({ data }: MessageEvent<Reply>) => {
      if (worker !== fresh) return;
      if (data.type === 'ready') resolve();
      else if (data.type === 'progress') pending.get(data.id)?.progress?.(data.done, data.total);
      else if (data.type === 'answer') settle(data.id, data.value);
      else fail(data);
    };
    fresh.onerror = (event) => {
      event.preventDefault();
      fail({ message: event.message || 'The worker could not be started.', outOfMemory: false, heapBytes: 0 });
    };
  });
  const [packed, sample] = ['xmv-wasm', 'xmv-sample'].map((id) => dataBlock(id)?.textContent ?? '') as [string, string];
  fresh.postMessage({ type: 'init', packed, sample } satisfies Request);
  return ready;
}

function stop(reason: Failure): void {
  worker?.terminate();
  worker = null;
  for (const id of [...pending.keys()]) settle(id, reason);
}

function settle(id: number, value: Result<OperationName> | Failure): void {
  const call = pending.get(id);
  pending.delete(id);
  call?.resolve(value as never);
  if (pending.size === 0) {
    const waiting = settled;
    settled = [];
    for (const resolve of waiting) resolve();
  }
}

interface CallOptions {
  readonly progress?: (done: number, total: number) => void;
  /** Memory in `args` that is handed over instead of copied. */
  readonly transfer?: Transferable[];
}

/** Asks the worker. Never rejects: a crash, a restart or a failed operation is a Failure. */
export function call<K extends OperationName>(
  op: K,
  args: Args<K>,
  { progress, transfer = [] }: CallOptions = {},
): Promise<Result<K> | Failure> {
  const id = nextId++;
  return new Promise<Result<K> | Failure>((resolve) => {
    pending.set(id, { resolve: resolve as (value: never) => void, progress });
    // The worker keeps what comes before it is ready.
    if (worker) worker.postMessage({ type: 'call', id, op, args } as Request, transfer);
    else settle(id, CRASHED);
  });
}

/** Resolves when no call is on its way. */
export function quiet(): Promise<void> {
  return pending.size === 0 ? Promise.resolve() : new Promise((resolve) => settled.push(resolve));
}
