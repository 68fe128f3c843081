// The operations behind the memory map, the x axis and the scrubber; part of the table in messages.ts. Everything that
// means positions on the x axis says which axis, so that the worker never has to be told first and answers never mix two.
import type { Legend, MapBlocks, MapImage, MapInfo, MapLabels, PointInfo } from '#wasm/memory_viewer.js';

/** A part of the map: positions on the axis × addresses, and how many device pixels it gets. */
export interface MapWindow {
  readonly x0: number;
  readonly x1: number;
  readonly y0: number;
  readonly y1: number;
  readonly width: number;
  readonly height: number;
}

/** The colours of one picture, 0xAABBGGRR: one per class of the legend, and what shows where memory is free. */
export interface MapColors {
  readonly by: number; // ColorBy
  readonly palette: readonly number[];
  readonly background: number;
}

export interface OnAxis {
  readonly view: number;
  readonly axis: number; // Axis
}

/** The largest blocks of a part of the map, parallel; the map's text alternative. */
export interface LargestBlocks {
  readonly buffer: readonly number[];
  readonly name: readonly string[];
  readonly start: readonly number[];
  readonly end: readonly number[];
  readonly lo: readonly number[];
  readonly hi: readonly number[];
}

export interface AtCursor {
  readonly info: PointInfo;
  readonly buffer: number;
  readonly blocks: MapBlocks | null;
}

export interface MapOperations {
  /** Program points to positions on the axis. `ok` false: the module has no such axis. `length`: of the axis. */
  place: {
    args: OnAxis & { points: readonly number[] };
    result: { readonly ok: boolean; readonly length: number; readonly position: Float64Array };
  };
  /** Positions on the axis to the program points that stand for them. */
  unplace: { args: OnAxis & { positions: readonly number[] }; result: { readonly point: Float64Array } };
  /** What is under the pointer: the state at a position on the axis and, with an address, the buffer there (-1: none). */
  cursor: { args: OnAxis & { position: number; address: number }; result: AtCursor };
  peaks: { args: { view: number; leastBytes: number }; result: { readonly point: Float64Array } };
  /** First program point with more than `bytes` live; -1: none. */
  firstAbove: { args: { view: number; bytes: number }; result: { readonly point: number } };
  /** First program point from `from` on whose instruction contains the text; -1: none. */
  findInstruction: { args: { view: number; text: string; from: number }; result: { readonly point: number } };

  map: { args: OnAxis; result: MapInfo };
  /** Classes of a colouring; liveBytes are for `point`. */
  legend: { args: OnAxis & { by: number; point: number }; result: Legend };
  /** `spare`: memory for the pixels, used if the size fits. */
  mapImage: {
    args: OnAxis & MapWindow & MapColors & { exact: boolean; spare: ArrayBuffer | null };
    result: MapImage;
  };
  mapLabels: {
    args: OnAxis & MapWindow & { minWidth: number; minHeight: number; most: number };
    result: MapLabels;
  };
  mapBlocks: { args: OnAxis & { buffer: number }; result: MapBlocks };
  mapLargest: { args: OnAxis & MapWindow & { most: number }; result: LargestBlocks };
}
