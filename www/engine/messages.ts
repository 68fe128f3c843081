// The words the page and its worker exchange: one table of operations, from which requests and answers are typed.
// Every answer is the value or a Failure (`isFailure` tells); a call that was overtaken by a restart or by another view
// answers SUPERSEDED, which callers drop silently.
import type {
  BufferCard,
  Change,
  Curve,
  Failure,
  FileInfo,
  ModuleSummary,
  OomReport,
  Overview,
  PointInfo,
  Rows,
  SearchResult,
  Strip,
} from '#wasm/memory_viewer.js';
import type { MapOperations } from './map_messages';

/** A file was opened: what it is, and what became part of the session with it. */
export interface Opened {
  /** Index of the first of `infos` in the session; modules and reports name their file so. */
  readonly firstFile: number;
  /** The file itself, then those in an archive, or those that had been waiting for this one. */
  readonly infos: readonly FileInfo[];
}

/** Do the files in it follow it in `infos`? */
export const isArchive = ({ format }: FileInfo): boolean => format === 'zip' || format === 'tar';

/** Everything in the session. Asked for now and then while many files are opened, not after each. */
export interface Listing {
  readonly modules: readonly ModuleSummary[];
  readonly reports: readonly OomReport[];
}

/** Which of many files to open; indices of the list asked about. */
export interface Plan {
  readonly open: Uint32Array;
  readonly aside: readonly { readonly file: number; readonly reason: string }[];
  readonly instead: readonly { readonly file: number; readonly open: Uint32Array }[];
}

/** A space view was made. `view` numbers it; queries carry that number so that answers never mix two views. */
export interface Viewed {
  readonly view: number;
  readonly overview: Overview;
  /** All of it, over program points: the first chart need not be asked for. */
  readonly curve: Curve;
}

/** A buffer's card and where it lies in each of the strips asked for (null: not live at that point). */
export interface Located {
  readonly card: BufferCard;
  readonly positions: readonly (Float64Array | null)[];
}

/** A memory space of the open module as a thumbnail: the highest live bytes in each of a few columns. */
export interface SpaceOutline {
  readonly space: number;
  readonly points: number;
  readonly liveMax: Float64Array;
}

export interface Operations extends MapOperations {
  /** `path`: within what was dropped; files of one module know each other by it. */
  open: { args: { file: File; path: string }; result: Opened };
  listing: { args: Record<never, never>; result: Listing };
  /** Reads nothing: paths and sizes alone. */
  plan: { args: { paths: readonly string[]; sizes: readonly number[] }; result: Plan };
  /** `columns`: of the curve, at most. */
  view: { args: { module: number; space: number; trace: number; columns: number }; result: Viewed };
  points: { args: { view: number; points: readonly number[] }; result: readonly PointInfo[] };
  /** Positions are on the axis. */
  curve: { args: { view: number; axis: number; from: number; to: number; columns: number }; result: Curve };
  strip: {
    args: {
      view: number;
      point: number;
      order: number;
      lo: number;
      hi: number;
      pixels: number;
      minPixels: number;
    };
    result: Strip;
  };
  names: { args: { view: number; buffers: readonly number[] }; result: readonly string[] };
  locate: { args: { view: number; point: number; buffer: number; orders: readonly number[] }; result: Located };
  rows: {
    /** `point` -1: all buffers, live or not. An order starts with the largest number, the first program point, the first letter; `reversed`: with the last. */
    args: {
      view: number;
      point: number;
      order: number;
      reversed: boolean;
      from: number;
      count: number;
      matchesOnly: boolean;
    };
    result: Rows;
  };
  /** Marks what matches from now on, in strips, rows and the map; "" ends it. */
  search: { args: { view: number; query: string; point: number }; result: SearchResult };
  change: { args: { view: number; from: number; to: number; count: number }; result: Change };
  /** Another space of the view's module, opened and closed again. */
  outline: { args: { view: number; module: number; space: number; columns: number }; result: SpaceOutline };
}

export type OperationName = keyof Operations;
export type Args<K extends OperationName> = Operations[K]['args'];
export type Result<K extends OperationName> = Operations[K]['result'];

/** The wasm module (unpack.ts) and a file to rehearse with (rehearsal.ts), "" for none; both in base64. */
export interface Init {
  readonly type: 'init';
  readonly packed: string;
  readonly sample: string;
}

/** Page to worker: first `init`, then calls. */
export type Request =
  | Init
  | {
      [K in OperationName]: { readonly type: 'call'; readonly id: number; readonly op: K; readonly args: Args<K> };
    }[OperationName];

/** Worker to page. After `crash` the worker is of no use any more. */
export type Reply =
  | { readonly type: 'ready' }
  | { readonly type: 'progress'; readonly id: number; readonly done: number; readonly total: number }
  | { readonly type: 'answer'; readonly id: number; readonly value: Result<OperationName> | Failure }
  | { readonly type: 'crash'; readonly message: string; readonly outOfMemory: boolean; readonly heapBytes: number };

export const SUPERSEDED: Failure = { code: 'SUPERSEDED', message: 'Overtaken by a newer request.', hint: '' };
export const CRASHED: Failure = { code: 'CRASHED', message: 'The analysis stopped.', hint: '' };

export function isFailure<T extends object>(answer: T | Failure): answer is Failure {
  return 'code' in answer && 'hint' in answer;
}
