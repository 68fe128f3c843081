// What the memory map's queries answer: part of memory_viewer.d.ts, whose head says what units and errors are.
import type { AllocationType } from './memory_viewer';

/** A range of the map's addresses with one meaning, from the bottom up. */
export interface Band {
  readonly label: string;               // "Parameters", "Temporaries (allocation 12)", …
  readonly type: AllocationType;
  readonly lo: number;                  // bytes, [lo, hi)
  readonly hi: number;
  readonly wholeProgram: boolean;       // nothing in it changes: may be folded away (by a viewport that starts above)
}

export interface MapInfo {
  readonly bands: readonly Band[];
  readonly topBytes: number;            // y range is [0, topBytes)
  readonly length: number;              // x range is [0, length) on the axis
  readonly blocks: number;
}

/** Classes of a colouring; class i gets palette[i] of mapImage. */
export interface Legend {
  readonly label: readonly string[];
  readonly blocks: Float64Array;        // per class
  readonly bytePoints: Float64Array;    // bytes × program points: its share of the map's area
  readonly liveBytes: Float64Array;     // at the point asked for
}

export interface MapImage {
  readonly pixels: Uint8ClampedArray;   // RGBA, opaque, width × height × 4: an ImageData's
  readonly exact: boolean;              // every block painted; false: from the pyramid (ask again with exact when idle)
}

/** Blocks large enough for a label, largest first; device pixels of the viewport. */
export interface MapLabels {
  readonly buffer: Int32Array;
  readonly name: readonly string[];
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly width: Float32Array;
  readonly height: Float32Array;
}

/** Where a buffer lies on the map: one rectangle per lifetime, [start, end) on the axis, [lo, hi) bytes. */
export interface MapBlocks {
  readonly start: Float64Array;
  readonly end: Float64Array;
  readonly lo: Float64Array;
  readonly hi: Float64Array;
}
