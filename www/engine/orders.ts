// The numbers of memory_viewer.d.ts' enums as run-time constants (an ambient const enum leaves nothing to import).
import type { AllocationType, Axis, ColorBy, Order } from '#wasm/memory_viewer.js';

export const ORDER = {
  program: 0,
  size: 1,
  padding: 2,
  name: 3,
  type: 4,
  offset: 5,
  start: 6,
  end: 7,
  unpadded: 8,
  opName: 9,
  shape: 10,
  source: 11,
} as const satisfies Record<string, Order>;

export const TYPE = {
  parameter: 0,
  output: 1,
  threadLocal: 2,
  constant: 3,
  temporary: 4,
} as const satisfies Record<string, AllocationType>;

export const AXIS = { events: 0, schedule: 1 } as const satisfies Record<string, Axis>;

export const COLOR_BY = {
  type: 0,
  dataType: 1,
  opcode: 2,
  layer: 3,
  padding: 4,
  lifetime: 5,
} as const satisfies Record<string, ColorBy>;

/** Index = AllocationType. */
export const TYPE_NAMES = ['Parameter', 'Output', 'Thread-local', 'Constant', 'Temporary'] as const;
