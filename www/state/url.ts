// Where the person is, in the URL's hash: "#1;m=jit_train_step(42);s=0;p=641;x=100-300;b=17". The first field is the
// version. Reading is forgiving: what is unknown or malformed is skipped, never an error. The files themselves can't be in
// a URL, so the state waits until a file with that module is opened.
import { effect, signal } from '@preact/signals';
import type { Range } from '../base/range';
import { choice, chosenModule, curveRange, pinned, point, ready } from './store';

const VERSION = '1';

export interface UrlState {
  readonly module: string; // ModuleSummary.title, "" if none
  readonly space: number | null;
  readonly trace: number;
  readonly point: number | null;
  readonly range: Range | null;
  readonly buffer: number;
}

export const EMPTY: UrlState = { module: '', space: null, trace: -1, point: null, range: null, buffer: -1 };

export function encodeState(state: UrlState): string {
  const fields = [VERSION];
  const add = (name: string, value: string | number | null) => {
    if (value !== null && value !== '') fields.push(`${name}=${encodeURIComponent(value)}`);
  };
  add('m', state.module);
  add('s', state.space);
  add('t', state.trace >= 0 ? state.trace : null);
  add('p', state.point);
  add('x', state.range ? `${Math.round(state.range.from)}-${Math.round(state.range.to)}` : null);
  add('b', state.buffer >= 0 ? state.buffer : null);
  return fields.length > 1 ? fields.join(';') : '';
}

function natural(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
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
  const ends = /^(\d{1,15})-(\d{1,15})$/.exec(fields.get('x') ?? '');
  const range = ends && Number(ends[1]) < Number(ends[2]) ? { from: Number(ends[1]), to: Number(ends[2]) } : null;
  return {
    module,
    space: natural(fields.get('s')),
    trace: natural(fields.get('t')) ?? -1,
    point: natural(fields.get('p')),
    range,
    buffer: natural(fields.get('b')) ?? -1,
  };
}

/** What the URL asked for when the page was opened (or the hash edited); null once it was honoured. */
export const wanted = signal<UrlState | null>(typeof location === 'undefined' ? null : decodeState(location.hash));

/** The URL's state if it is for what is chosen now; afterwards it is used up. */
export function takeWanted(): UrlState | null {
  const state = wanted.value;
  if (!state || state.module !== chosenModule.value?.title) return null;
  wanted.value = null;
  const same = state.space === null || state.space === choice.value?.space;
  return same ? state : null;
}

/** Keeps the hash in step with the state, and tells when somebody else changed it. Call once. */
export function followUrl(changed: () => void): void {
  window.addEventListener('hashchange', () => {
    wanted.value = decodeState(location.hash);
    if (wanted.value) changed();
  });
  effect(() => {
    if (!ready.value) return;
    const hash = encodeState({
      module: chosenModule.value?.title ?? '',
      space: ready.value.choice.space,
      trace: ready.value.choice.trace,
      point: point.value,
      range: curveRange.value,
      buffer: pinned.value,
    });
    try {
      history.replaceState(null, '', `#${hash}`);
    } catch {
      // A sandboxed frame or too many changes per second: the URL is a convenience, not a need.
    }
  });
}
