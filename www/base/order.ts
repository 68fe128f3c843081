// Some files tell how much memory a program takes but not in which order: then there is no curve, no map and no lifetime
// to show, and its sum is not a peak.
import type { Overview } from '#wasm/memory_viewer.js';

export interface NoOrder {
  /** Stands where else "Peak" does. */
  readonly label: string;
  /** Why nothing is shown over program order. */
  readonly why: string;
  /** The file that would add it. */
  readonly add: string;
  /** Figures that would be made up: without shapes there is no padding, without lifetimes no fragmentation. */
  readonly unknown: readonly ('padding' | 'unpadded' | 'reserved' | 'temporaryAllocation')[];
}

const SIZES_ONLY = ['padding', 'unpadded', 'reserved'] as const;

const BEST = 'Open the …after_optimizations.hlo.pb of the same module to see them';
const OR_TEXTS = `${BEST}, or its …-buffer-assignment.txt together with its …-live-range.txt.`;

const REPORT: NoOrder = {
  label: 'At most',
  why: 'No curve and no map: a memory usage report doesn’t say when its temporaries are live.',
  add: OR_TEXTS,
  unknown: SIZES_ONLY,
};

const BY_FORMAT: Readonly<Record<string, NoOrder>> = {
  'memory usage report': REPORT,
  MemoryUsageReportProto: REPORT,
  CompiledMemoryStats: {
    label: 'At most',
    why: 'No curve and no map: the statistics are sums, without buffers, lifetimes or offsets.',
    add: `${BEST}.`,
    unknown: SIZES_ONLY,
  },
  'HLO text': {
    label: 'At least',
    why: 'No curve and no map: HLO text has the program’s arguments and outputs, not the place or lifetime of its temporaries.',
    add: OR_TEXTS,
    unknown: ['reserved', 'temporaryAllocation'],
  },
};

const WITHOUT_RANGES: NoOrder = {
  label: 'At least',
  why: 'No curve and no map: this text says where buffers lie but not when they are live, so temporaries are left out.',
  add: 'Add the …-live-range.txt of the same module to see them, or open its …after_optimizations.hlo.pb.',
  unknown: ['reserved'],
};

/** What there is to say of a module from a file of that format (FileInfo.format) instead of an order; null: it is known. */
export function noOrderOf(
  format: string,
  { trace, untracedTemporaryBytes }: Pick<Overview, 'trace' | 'untracedTemporaryBytes'>,
): NoOrder | null {
  if (format === 'BufferAssignment text') return trace < 0 && untracedTemporaryBytes > 0 ? WITHOUT_RANGES : null;
  return BY_FORMAT[format] ?? null;
}

/** What the bytes at the peak are called: only where all is known that is live then, it is the peak. */
export function peakLabel(
  order: NoOrder | null,
  { trace, untracedTemporaryBytes }: Pick<Overview, 'trace' | 'untracedTemporaryBytes'>,
): string {
  return order?.label ?? (trace < 0 && untracedTemporaryBytes > 0 ? 'At least' : 'Peak');
}
