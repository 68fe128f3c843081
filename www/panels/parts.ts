// The sum that the overview shows: parts that are live add up to the peak (or the point shown), and what the allocations
// reserve beyond that adds up to the total. Pure; every byte of the total is in exactly one part.
import type { Overview, PointInfo } from '#wasm/memory_viewer.js';
import { TYPE } from '../engine/orders';
import type { Term } from './words';
import { TYPE_WORDS } from './words';

export interface Part {
  readonly id: string;
  readonly label: string;
  readonly term: Term;
  readonly bytes: number;
  /** AllocationType of a live part; -1: reserved but not live. */
  readonly type: number;
}

export interface Sum {
  readonly live: readonly Part[];
  readonly beyond: readonly Part[];
  readonly liveBytes: number;
  readonly totalBytes: number;
  /** Live bytes above the allocation, 0 if it is not so. */
  readonly overlapBytes: number;
}

/** Order in which the parts are drawn: what stays first, temporaries last. */
export const PART_ORDER = [TYPE.parameter, TYPE.output, TYPE.constant, TYPE.temporary] as const;

type Typed = Pick<PointInfo, 'parameterBytes' | 'outputBytes' | 'constantBytes' | 'temporaryBytes' | 'liveBytes'>;

function bytesOf(state: Typed, type: number): number {
  if (type === TYPE.parameter) return state.parameterBytes;
  if (type === TYPE.output) return state.outputBytes;
  return type === TYPE.constant ? state.constantBytes : state.temporaryBytes;
}

/** The state at the peak, from the overview alone. */
export function peakState(overview: Overview): Typed {
  return {
    ...overview,
    liveBytes: overview.peakBytes,
    temporaryBytes: overview.peakBytes - overview.wholeProgramBytes,
  };
}

export function sumOf(overview: Overview, state: Typed = peakState(overview)): Sum {
  const live = PART_ORDER.map((type) => ({
    id: `type-${type}`,
    label: TYPE_WORDS[type]?.label ?? '',
    term: TYPE_WORDS[type]?.term ?? 'temporaries',
    bytes: bytesOf(state, type),
    type,
  })).filter((part) => part.bytes > 0);
  const { totalBytes, untracedTemporaryBytes, unattributedBytes, unrepresentedBytes } = overview;
  const free = totalBytes - state.liveBytes - untracedTemporaryBytes - unattributedBytes - unrepresentedBytes;
  const beyond: readonly Part[] = [
    { id: 'free', label: 'Free', term: 'free', bytes: free, type: -1 },
    { id: 'untraced', label: 'Untraced temporaries', term: 'untraced', bytes: untracedTemporaryBytes, type: -1 },
    { id: 'unattributed', label: 'Unattributed', term: 'unattributed', bytes: unattributedBytes, type: -1 },
    { id: 'unrepresented', label: 'Without a buffer', term: 'unrepresented', bytes: unrepresentedBytes, type: -1 },
  ];
  return {
    live,
    beyond: beyond.filter((part) => part.bytes > 0),
    liveBytes: state.liveBytes,
    totalBytes,
    overlapBytes: Math.max(0, -free),
  };
}
