// The boundary between the C++ core (compiled by Emscripten) and TypeScript. bindings.cc implements exactly this.
//
// Way of the data: a file is never copied into wasm as a whole. addFile() gets a `read` callback and asks for slices;
// modules() lists what was found; view() analyses one memory space of one module; the view's queries answer with typed
// arrays bounded by the pixels asked for. Arrays are copies in the JS heap and may be transferred.
//
// Units: every size and offset is in bytes, a double that is exact (the core rejects sizes above 2^53). A *program
// point* p in [0, points) is the state right after heap event p of the trace, so p is also XProf's position; a buffer
// with lifetime [start, end) is live at p when start <= p < end.
//
// Errors: no exceptions. A call that can fail returns its value or a Failure; tell them apart with `'code' in result`.
import type { Legend, MapBlocks, MapImage, MapInfo, MapLabels } from './memory_map';

export type * from './memory_map';

/** Why something could not be done: a stable code, a sentence for the user, and what to do about it. */
export interface Failure {
  readonly code: string;     // e.g. TRUNCATED, NO_BUFFER_ASSIGNMENT; listed in core/base/status.h
  readonly message: string;
  readonly hint: string;     // may be empty
}

/** The numbers XProf and XLA use: who owns an allocation. First match wins, in this order. */
export const enum AllocationType { Parameter = 0, Output = 1, ThreadLocal = 2, Constant = 3, Temporary = 4 }

/** How rows and strips are sorted. */
export const enum Order { Program = 0, Size = 1, Padding = 2, Name = 3, Type = 4, Offset = 5, Start = 6, End = 7, Unpadded = 8, OpName = 9, Shape = 10, Source = 11 }

/** What colours on the map mean. */
export const enum ColorBy { Type = 0, DataType = 1, Opcode = 2, Layer = 3, Padding = 4, Lifetime = 5 }

/** What x means on curve and map: heap events (program points), or positions in the entry computation's schedule. */
export const enum Axis { Events = 0, Schedule = 1 }

export interface FileInfo {
  readonly name: string;
  readonly format: string;       // "HloProto", "HloModuleProto", "BufferAssignmentProto", "HloSnapshot", "XSpace"; of texts
                                 // "BufferAssignment text", "HloLiveRange text", "BufferAssignment values", "HLO text",
                                 // "memory usage report", "MemoryUsageReportProto", "CompiledMemoryStats",
                                 // "XProf memory_viewer JSON", "chip description", "log"; "zip", "tar"
  readonly compressed: boolean;  // was gzipped
  readonly bytes: number;        // of the file as given
  readonly bytesRead: number;    // how many of them had to be read to list it
  readonly firstModule: number;  // the file's modules are [firstModule, firstModule + moduleCount) of the session
  readonly moduleCount: number;
  readonly attachedTo: number;   // module of another file that this one adds to or agrees with, or whose place it took; -1
  readonly firstReport: number;  // a log's messages are [firstReport, firstReport + reportCount) of reports()
  readonly reportCount: number;
  readonly note: Failure | null; // the file is damaged, but these modules could be read; or it disagrees with another one
}

/** The chip a module was compiled for, as far as files next to it tell. null: not told. */
export interface Chip {
  readonly name: string;                  // "TPU v5e", "NVIDIA H100 80GB HBM3"; "" if unknown
  readonly memoryBytes: number | null;    // of the device (GPU)
  readonly reservedBytes: number | null;  // of it, for the runtime (TPU)
  readonly scopedVmemBytes: number | null;   // TPU: limit of scoped VMEM, where a flag sets it
}

/** One memory space that a module uses. */
export interface SpaceSummary {
  readonly space: number;        // XLA's number ("color"), 0 is the device's main memory
  readonly name: string;         // "HBM", "VMEM", …; unknown numbers read "memory space 7"
  readonly peakBytes: number;    // most bytes live at once, whole-program allocations included
  readonly totalBytes: number;   // sum of the space's allocations
  readonly parameterBytes: number;
  readonly temporaryBytes: number;  // sum of its temporary allocations
  readonly points: number;       // heap events of its main trace; 0: the compiler left no order for it
}

export interface ModuleSummary {
  readonly module: number;       // index in the session
  readonly name: string;         // e.g. "jit_train_step"
  readonly title: string;        // name, with "(program id)" when it comes from a profile
  readonly programId: string;    // decimal, "" if none
  readonly file: number;         // index of the file it came from
  readonly bytes: number;        // size of its proto
  readonly platform: string;     // "TPU", "GPU", "CPU" or "" when nothing tells
  readonly spaces: readonly SpaceSummary[];   // by number: main memory (0) first
  readonly chip: Chip;
  readonly failure: Failure | null;           // set: listed, but cannot be shown, and why
}

/** A summand of an error's breakdown. Of group "total" they add up to what is needed ("program" is one of them), of
 *  "program" to that one; "other" are numbers of their own. */
export interface OomPart {
  readonly group: 'total' | 'program' | 'other';
  readonly name: string;                  // as printed: "reserved", "HLO temp", "preallocated temp allocation", …
  readonly bytes: number | null;
}

/** One of the largest allocations an error lists. */
export interface OomAllocation {
  readonly sizeBytes: number | null;
  readonly unpaddedBytes: number | null;
  readonly expansion: number;             // size / unpadded, 1 if nothing is known of padding
  readonly count: number;                 // allocator's chunks: how many of this size
  readonly opType: string;
  readonly opName: string;
  readonly sourceFile: string;            // may be a personal path
  readonly sourceLine: number;            // 0: unknown
  readonly shape: string;
  readonly paddingReason: string;
  readonly label: string;                 // XLA's instruction, possibly cut by XLA
  readonly type: string;                  // "HLO temp", "scoped", "parameter", "chunk", …
}

/** A message of a log. Bytes are null where the message has no such number; they may be negative (rematerialization). */
export interface OomReport {
  readonly file: number;                  // index in files()
  readonly kind: 'compile' | 'scoped-vmem' | 'allocation' | 'device-buffer' | 'program-load' | 'runtime' | 'allocator' |
                 'rematerialization' | 'usage' | 'statistics';
  readonly isError: boolean;              // false: a warning, or numbers of a program that fits
  readonly title: string;                 // one sentence: what ran out, how much, by how much
  readonly space: string;                 // "hbm", "vmem", "GPU_0_bfc", …; "" if unnamed
  readonly exact: boolean;                // to the byte; else rounded to three or four digits
  readonly neededBytes: number | null;    // in all; at run time: what was asked for
  readonly capacityBytes: number | null;  // after what is reserved
  readonly exceededBytes: number | null;
  readonly freeBytes: number | null;
  readonly largestFreeBytes: number | null;  // in one piece
  readonly reservedBytes: number | null;
  readonly reservableBytes: number | null;
  readonly originalBytes: number | null;  // rematerialization: before it
  readonly outputBytes: number | null;
  readonly outputSharedBytes: number | null; // of them, in arguments' memory
  readonly tempUnpaddedBytes: number | null; // HLO temporaries without padding, …
  readonly tempPaddedBytes: number | null;   // with it,
  readonly tempFragmentationBytes: number | null;   // and lost between them
  readonly parts: readonly OomPart[];
  readonly allocations: readonly OomAllocation[];
  readonly program: string;               // module or executable, "" if not named
  readonly device: string;
  readonly instruction: string;
  readonly line: number;                  // 1-based, of the first copy
  readonly count: number;                 // copies in the log
  readonly excerpt: string;               // the original text, cut to 12 KB
  readonly advice: readonly { readonly text: string; readonly command: string }[];   // in the order to try; command "" if none
}

/** What to open of many files, from their names and sizes alone. */
export interface DumpPlan {
  readonly open: Uint32Array;             // indices of the files, in the order to add them: largest module first
  readonly aside: readonly { readonly file: number; readonly reason: string }[];
  /** What to open in place of a file that cannot be opened; all of it is in `aside`. */
  readonly instead: readonly { readonly file: number; readonly open: Uint32Array }[];
  readonly groups: readonly DumpGroup[];  // modules, in the order they are opened; those with nothing to open last
}
export interface DumpGroup {
  readonly number: number;                // of module_0007
  readonly name: string;
  readonly target: string;                // "sm_9.0a_gpu", "cpu", "" for TPU
  readonly timestamp: string;
  readonly kind: string;                  // of what is opened: "proto", "assignment-text", "report-proto", …
  readonly folder: string;
  readonly bytes: number;                 // of all its files
  readonly files: Uint32Array;
}

/** One heap simulator trace of a space. */
export interface TraceInfo {
  readonly trace: number;        // index in the module, for view()
  readonly events: number;
  readonly allocation: number;   // index of the buffer allocation it simulates; -1 if it spans several
  readonly allocationBytes: number;
  readonly computation: string;  // of its first event
}

/** Everything about one space that does not depend on a program point. */
export interface Overview {
  readonly module: number;
  readonly space: number;
  readonly spaceName: string;
  readonly trace: number;               // the trace shown; -1: none, the curve is flat
  readonly traces: readonly TraceInfo[];
  readonly points: number;              // length of the curve, at least 1
  readonly buffers: number;             // logical buffers of this space
  readonly entryComputation: string;

  readonly peakBytes: number;           // = XProf's peak
  readonly peakPoint: number;
  readonly totalBytes: number;          // sum of allocations = wholeProgramBytes + temporaryAllocationBytes + unrepresentedBytes
  readonly parameterBytes: number;      // these three sum to wholeProgramBytes; first matching type wins
  readonly outputBytes: number;
  readonly constantBytes: number;
  readonly wholeProgramBytes: number;   // live at every point
  readonly aliasedOutputBytes: number;  // of parameterBytes: also hold an output (donated); not added again
  readonly temporaryAllocationBytes: number;   // what the device reserves for temporaries
  readonly untracedTemporaryBytes: number;     // of that: allocations without a usable trace, lifetimes unknown
  readonly threadLocalBytes: number;    // scratch of called computations: in no total and no peak, as in XLA and XProf
  readonly unattributedBytes: number;   // of the simulated temporary allocation: never used by any event we know
  readonly unrepresentedBytes: number;  // whole-program allocations that hold no buffer; XProf leaves them out of the peak
  readonly fragmentationBytes: number;  // totalBytes - peakBytes - untracedTemporaryBytes (XProf counts these in); may be
                                        // negative where buffers overlap
  readonly scopedVmemBytes: number;     // VMEM only: largest scoped allocation of one instruction, comes on top
  readonly scopedVmemInstruction: string;
  readonly xprofUnpaddedPeakBytes: number;     // XProf's figure: counts no padding in whole-program buffers
  readonly notes: readonly Failure[];   // caveats: faults found in the file, live bytes above the allocation, …
}

/** The state at one program point. Parts sum to liveBytes. */
export interface PointInfo {
  readonly point: number;
  readonly instruction: string;         // of the heap event, "" if unknown
  readonly computation: string;
  readonly eventKind: string;           // "alloc", "free", "share", or "" on a flat curve
  readonly eventBuffer: number;         // buffer of the event, -1 if none
  readonly liveBytes: number;
  readonly changeBytes: number;         // against the point before
  readonly unpaddedBytes: number;       // padding of every buffer taken off, parameters included
  readonly paddingBytes: number;        // liveBytes - unpaddedBytes
  readonly extentBytes: number;         // wholeProgramBytes + highest offset in use in the trace's allocation
  readonly liveBuffers: number;
  readonly parameterBytes: number;
  readonly outputBytes: number;
  readonly constantBytes: number;
  readonly temporaryBytes: number;
}

/** The curve over [from, to) in at most `columns` columns. Column i covers points [point[i], point[i+1]). */
export interface Curve {
  readonly point: Float64Array;         // length columns + 1
  readonly liveMin: Float64Array;       // bytes, per column
  readonly liveMax: Float64Array;
  readonly unpaddedMin: Float64Array;
  readonly unpaddedMax: Float64Array;
  readonly extentMax: Float64Array;
}

/** The buffers live at a point side by side, in an order; x is cumulated bytes. Small neighbours are merged. */
export interface Strip {
  readonly totalBytes: number;          // of all live buffers, the full x range
  readonly totalBuffers: number;
  readonly start: Float64Array;         // bytes
  readonly end: Float64Array;
  readonly unpadded: Float64Array;      // bytes of [start, end) that are not padding
  readonly buffer: Int32Array;          // -1: several small ones together, click to open [start, end)
  readonly count: Uint32Array;          // how many buffers the segment stands for
  readonly type: Uint8Array;            // AllocationType; of the largest share when aggregated
  readonly matched: Float64Array;       // bytes of [start, end) whose buffers match the search
}

/** Live buffers as table rows, columns parallel. */
export interface Rows {
  readonly total: number;               // rows in all
  readonly buffer: Int32Array;
  readonly name: readonly string[];
  readonly opName: readonly string[];
  readonly shape: readonly string[];
  readonly source: readonly string[];   // "file:line" or ""
  readonly type: Uint8Array;
  readonly size: Float64Array;
  readonly unpadded: Float64Array;
  readonly offset: Float64Array;
  readonly start: Float64Array;         // program points; 0 and points for whole-program buffers
  readonly end: Float64Array;
}

/** Everything about one buffer: the details card. */
export interface BufferCard {
  readonly buffer: number;
  readonly id: string;                  // XLA's logical buffer id, decimal
  readonly name: string;                // instruction with shape index, e.g. "copy-start{0}"
  readonly opcode: string;
  readonly opName: string;              // framework op, "" if none
  readonly shape: string;               // with layout, tiles, memory space
  readonly sizeBytes: number;
  readonly unpaddedBytes: number;
  readonly paddingReason: string;       // e.g. "dimension 1: 1 → 128 (tile 8×128)"; "" if there is no padding
  readonly type: AllocationType;
  readonly space: number;
  readonly spaceName: string;
  readonly allocation: number;          // index; -1: not assigned
  readonly allocationBytes: number;
  readonly offset: number;
  readonly parameter: string;           // "parameter 3 {0,1}" or ""
  readonly aliasedWithOutput: boolean;
  readonly wholeProgram: boolean;
  readonly lifetimeKnown: boolean;      // false: temporary that no trace event mentions
  readonly start: Float64Array;         // lifetimes [start[i], end[i]); usually one
  readonly end: Float64Array;
  readonly sourceFile: string;
  readonly sourceLine: number;          // 0: unknown
  readonly stack: readonly string[];    // "file:line:column function", innermost first
  readonly sharers: readonly string[];  // names of other buffers in the same memory (aliases), at most 50
  readonly sharerCount: number;
  readonly copiedFrom: readonly BufferLink[];   // in another memory space, at most 20
  readonly copiedTo: readonly BufferLink[];
}

/** A buffer in another memory space of the same module. */
export interface BufferLink {
  readonly buffer: number;
  readonly name: string;
  readonly space: number;
  readonly spaceName: string;
}

/** What happened between two points, each list largest first, cut to the count asked for. */
export interface Change {
  readonly allocatedBytes: number;      // allocatedBytes - freedBytes = live(to) - live(from)
  readonly freedBytes: number;
  readonly keptBytes: number;
  readonly allocatedCount: number;
  readonly freedCount: number;
  readonly keptCount: number;
  readonly allocated: Rows;
  readonly freed: Rows;
  readonly kept: Rows;
}

export interface SearchResult {
  readonly count: number;               // buffers of the space that match
  readonly bytes: number;               // their sizes
  readonly liveCount: number;           // of those live at the point asked for
  readonly liveBytes: number;
}

/** One memory space of one module, analysed. Call delete() when done. Costs are for n events and buffers. */
export interface SpaceView {
  overview(): Overview;
  /** State at a point; O(n). Points are clamped to the curve. */
  pointInfo(point: number): PointInfo;
  /** O(columns · log n). */
  curve(from: number, to: number, columns: number): Curve;
  /** Buffers live at `point` cut to the byte range [lo, hi), for `pixels` px. Neighbours
   *  narrower than minPixels are merged into one segment (a lone one may stay narrower: draw it at least 1 px). First call
   *  for a point and order O(n log n), then O(pixels + live). */
  strip(point: number, order: Order, lo: number, hi: number, pixels: number, minPixels: number): Strip;
  /** Where a buffer lies in a strip: [start, end) bytes, or null if it is not live at `point`. */
  stripPosition(point: number, order: Order, buffer: number): Float64Array | null;
  /** The buffer at `bytes` of a strip, aggregated or not; -1 outside. */
  stripHit(point: number, order: Order, bytes: number): number;
  /** Table rows [from, from + count) of the buffers live at `point` (-1: of all buffers of the space, whether live or not;
   *  start and end are then each one's own, -1 where unknown), all or only those that match the search. Orders by
   *  numbers begin with the largest, by text and points with the smallest; `reversed` reads from the other end. */
  rows(point: number, order: Order, reversed: boolean, from: number, count: number, matchesOnly: boolean): Rows;
  /** Names as on the cards; cheaper than cards. */
  names(buffers: ArrayLike<number>): readonly string[];
  card(buffer: number): BufferCard | Failure;

  /** Sets the x axis of curve() and the map. False: the module has no schedule, nothing changes. Ranges and positions of
   *  curve(), map…() are on this axis; every `point` elsewhere stays a program point. */
  setAxis(axis: Axis): boolean;
  /** Program points (or `points`, the end) to positions on the axis, and the program point that stands for a position. */
  toAxis(points: ArrayLike<number>): Float64Array;
  toPoint(position: number): number;
  /** Program points of the visible tops: rises and falls of at least `leastBytes`. O(points). */
  localPeaks(leastBytes: number): Float64Array;
  /** First program point with more than `bytes` live; -1: none. Exactly `bytes` are not above. O(points). */
  firstAbove(bytes: number): number;
  /** First program point from `from` on (round once) whose instruction contains `text`; -1: none. */
  findInstruction(text: string, from: number): number;
  /** What happened between two points. `count` rows of each list. */
  change(from: number, to: number, count: number): Change;

  /** Searches the space's buffers; marks them in strips, map and rows until the next search. An empty query ends it. See
   *  core/view/search.h for the language. `test` is asked for /patterns/: it must not throw. */
  search(query: string, point: number, test: (pattern: string, text: string) => boolean): SearchResult | Failure;

  map(): MapInfo;
  /** Colours the map by something else from now on. liveBytes are for `point`. */
  mapColorBy(by: ColorBy, point: number): Legend;
  /** The map's picture for [x0, x1) on the axis × [y0, y1) bytes (y1 at the top). Colours are 0xAABBGGRR as in ImageData:
   *  one per class of the legend (alpha 0: hidden). `spare`: memory that becomes the answer's pixels
   *  if it has their size (width × height × 4 bytes). O(pixels), or O(blocks in view) when few
   *  or `exact`. */
  mapImage(x0: number, x1: number, y0: number, y1: number, width: number, height: number,
           palette: ArrayLike<number>, background: number, exact: boolean, spare: ArrayBuffer | null): MapImage;
  /** The buffer at a position on the axis and an address; -1 where memory is free. O(log n). */
  mapHit(position: number, address: number): number;
  mapLabels(x0: number, x1: number, y0: number, y1: number, width: number, height: number,
            minWidth: number, minHeight: number, most: number): MapLabels;
  mapBlocks(buffer: number): MapBlocks;
  delete(): void;
}

/** All open files. Call delete() when done. */
export interface Session {
  /** Opens a file and lists its modules, or the messages in a log. `name` is the path within what was dropped: files of
   *  one module of a dump are known by it and make one module. A better file that comes later takes the place of the
   *  module (attachedTo; views made before stay as they were). Of an archive, what planFiles would choose is opened and
   *  listed as files of their own. `read` must return exactly the bytes asked for (or fewer at a changed file's
   *  end); `progress` is called with (bytes done, bytes to do) about every megabyte. Reads only what listing needs. */
  addFile(name: string, size: number, read: (offset: number, length: number) => Uint8Array,
          progress: (done: number, total: number) => void): FileInfo | Failure;
  files(): readonly FileInfo[];
  /** All modules, largest peak first, those that cannot be shown last. ModuleSummary.module is the index for view(). */
  modules(): readonly ModuleSummary[];
  /** Out-of-memory messages of all logs, by file and line. */
  reports(): readonly OomReport[];
  /** Decodes the module if it is not the open one and analyses a space; trace -1 chooses XProf's. */
  view(module: number, space: number, trace: number): SpaceView | Failure;
  /** XProf's own JSON (PreprocessResult) for a module and space, for comparison. */
  xprofJson(module: number, space: number): string | Failure;
  delete(): void;
}

export interface MemoryViewerModule {
  Session: { new (): Session };
  /** Which of many files (a folder, any drop) to add, in which order; reads nothing. Sizes parallel to paths. */
  planFiles(paths: readonly string[], sizes: readonly number[]): DumpPlan;
  /** Bytes of wasm memory in use by the core right now. */
  heapBytes(): number;
}

export interface MemoryViewerOptions { wasmBinary?: Uint8Array | ArrayBuffer }

export default function createMemoryViewer(options?: MemoryViewerOptions): Promise<MemoryViewerModule>;
