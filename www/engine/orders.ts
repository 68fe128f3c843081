// The numbers of memory_viewer.d.ts' enums as run-time constants (an ambient const enum leaves nothing to import).
import type { AllocationType, Order } from '#wasm/memory_viewer.js';

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
} as const satisfies Record<string, Order>;

export const TYPE = {
  parameter: 0,
  output: 1,
  threadLocal: 2,
  constant: 3,
  temporary: 4,
} as const satisfies Record<string, AllocationType>;

/** Index = AllocationType. */
export const TYPE_NAMES = ['Parameter', 'Output', 'Thread-local', 'Constant', 'Temporary'] as const;
