// Where the person is, as the URL's hash: "#1;m=jit_train_step(42);s=0;p=641;x=100-300;b=17". The first field is the
// version. Reading is forgiving: what is unknown or malformed is skipped, never an error. Pure; history.ts uses it.
import type { Range } from '../base/range';

const VERSION = '1';

export interface UrlState {
  readonly module: string; // ModuleSummary.title, "" if none
  /** Which of several modules with that title, from 0. */
  readonly twin: number;
  readonly space: number | null;
  readonly trace: number;
  readonly point: number | null;
  /** Part of the axis shown: program points, or schedule positions if `schedule`. */
  readonly range: Range | null;
  readonly schedule: boolean;
  /** Addresses that the map shows. */
  readonly addresses: Range | null;
  readonly colorBy: number;
  /** Selected range of program points. */
  readonly selected: Range | null;
  readonly buffer: number;
  readonly query: string;
  /** Chip whose memory the program is held against: its name, "none", or "" for the one the files tell. */
  readonly chip: string;
  /** Capacities and baselines that were typed, bytes by memory space. */
  readonly sizes: Sizes;
  readonly baselines: Sizes;
}

export type Sizes = Readonly<Record<number, number>>;

export const EMPTY: UrlState = {
  module: '',
  twin: 0,
  space: null,
  trace: -1,
  point: null,
  range: null,
  schedule: false,
  addresses: null,
  colorBy: 0,
  selected: null,
  buffer: -1,
  query: '',
  chip: '',
  sizes: {},
  baselines: {},
};

/** "0-17179869184.1-67108864". */
function encodeSizes(sizes: Sizes): string {
  return Object.entries(sizes)
    .map(([space, bytes]) => `${space}-${bytes}`)
    .join('.');
}

function ends(range: Range | null): string | null {
  return range ? `${Math.round(range.from)}-${Math.round(range.to)}` : null;
}

export function encodeState(state: UrlState): string {
  const fields = [VERSION];
  const add = (name: string, value: string | number | null) => {
    if (value !== null && value !== '') fields.push(`${name}=${encodeURIComponent(value)}`);
  };
  add('m', state.module);
  add('k', state.twin > 0 ? state.twin : null);
  add('s', state.space);
  add('t', state.trace >= 0 ? state.trace : null);
  add('p', state.point);
  add('a', state.schedule ? 's' : null);
  add('x', ends(state.range));
  add('y', ends(state.addresses));
  add('c', state.colorBy > 0 ? state.colorBy : null);
  add('r', ends(state.selected));
  add('b', state.buffer >= 0 ? state.buffer : null);
  add('q', state.query);
  add('h', state.chip);
  add('z', encodeSizes(state.sizes));
  add('l', encodeSizes(state.baselines));
  return fields.length > 1 ? fields.join(';') : '';
}

function natural(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

function rangeOf(text: string | undefined): Range | null {
  const found = /^(\d{1,15})-(\d{1,15})$/.exec(text ?? '');
  return found && Number(found[1]) < Number(found[2]) ? { from: Number(found[1]), to: Number(found[2]) } : null;
}

function sizesOf(text: string | undefined): Sizes {
  const found = (text ?? '').split('.').map((pair) => /^(\d{1,3})-(\d{1,15})$/.exec(pair));
  return Object.fromEntries(found.flatMap((pair) => (pair ? [[Number(pair[1]), Number(pair[2])]] : [])));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function decodeState(hash: string): UrlState | null {
  const [version, ...rest] = hash.replace(/^#/, '').split(';');
  if (version !== VERSION) return null;
  const fields = new Map<string, string>();
  for (const field of rest) {
    const at = field.indexOf('=');
    if (at > 0) fields.set(field.slice(0, at), decoded(field.slice(at + 1)));
  }
  const module = fields.get('m') ?? '';
  if (!module) return null;
  return {
    module,
    twin: natural(fields.get('k')) ?? 0,
    space: natural(fields.get('s')),
    trace: natural(fields.get('t')) ?? -1,
    point: natural(fields.get('p')),
    range: rangeOf(fields.get('x')),
    schedule: fields.get('a') === 's',
    addresses: rangeOf(fields.get('y')),
    colorBy: natural(fields.get('c')) ?? 0,
    selected: rangeOf(fields.get('r')),
    buffer: natural(fields.get('b')) ?? -1,
    query: fields.get('q') ?? '',
    chip: fields.get('h') ?? '',
    sizes: sizesOf(fields.get('z')),
    baselines: sizesOf(fields.get('l')),
  };
}

/** What of the state is a place to come back to; the rest only changes how it is looked at. */
export type Place = 'view' | 'point' | 'buffer';

/** The places that differ. */
export function moved(from: UrlState, to: UrlState): Place[] {
  const places: Place[] = [];
  const same = (...keys: (keyof UrlState)[]) => keys.every((key) => from[key] === to[key]);
  if (!same('module', 'twin', 'space', 'trace')) places.push('view');
  if (!same('point')) places.push('point');
  if (!same('buffer')) places.push('buffer');
  return places;
}
