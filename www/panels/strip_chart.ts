// Binds one strip's drawing to the state: asks the worker for the segments of the byte range shown, fetches names for bars
// wide enough to carry one, and turns gestures and keys into hover, pin, zoom and opening of what is put together.
import { effect, type Signal, signal } from '@preact/signals';
import type { Strip } from '#wasm/memory_viewer.js';
import { fitInto, fromPx, pan, type Range, sameRange, span, zoomAt } from '../base/range';
import { attachGestures } from '../charts/gestures';
import { drawStrip, drawStripHover, drawStripLabels, LABEL_FROM_PX } from '../charts/strip_draw';
import {
  MIN_SEGMENT_PX,
  type Segment,
  segmentAtBytes,
  segmentAtPx,
  segmentOf,
  segmentPx,
  stepSegment,
  stripScale,
} from '../charts/strip_geometry';
import { Surface } from '../charts/surface';
import { call } from '../engine/client';
import { latest } from '../engine/latest';
import { isFailure } from '../engine/messages';
import { searching, searchVersion } from '../state/search';
import { hover, STRIP_ORDERS, togglePin } from '../state/selection';
import { activeDetails, hovered, ready, shownPoint } from '../state/store';
import { palette } from './palette';

export interface StripModel {
  readonly order: number;
  /** Byte range shown; null: all. */
  readonly range: Signal<Range | null>;
  /** Ranges that were opened on the way here, outermost first; the way back. */
  readonly trail: Signal<readonly (Range | null)[]>;
  readonly data: Signal<{ readonly view: number; readonly point: number; readonly strip: Strip } | null>;
  /** The segment under the pointer or keyboard cursor, and its middle in pixels. */
  readonly cursor: Signal<{ readonly segment: Segment; readonly x: number } | null>;
}

export function stripModel(order: number): StripModel {
  return { order, range: signal(null), trail: signal([]), data: signal(null), cursor: signal(null) };
}

const KEY_ZOOM = 0.6;

/** Names of buffers wide enough to be labelled, shared by the strips. */
const names = new Map<number, string>();
let namesView = -1;
const namesVersion = signal(0);

const askNames = latest(
  (args: { view: number; buffers: readonly number[] }) => call('names', args),
  (answer, args) => {
    if (isFailure(answer) || args.view !== ready.value?.view) return;
    args.buffers.forEach((buffer, i) => {
      names.set(buffer, answer[i] ?? '');
    });
    namesVersion.value++;
  },
);

export function totalOf(model: StripModel): number {
  return model.data.value?.strip.totalBytes ?? 0;
}

/** Opens a byte range; `back` leads to where it was opened from. */
export function openRange(model: StripModel, range: Range): void {
  model.trail.value = [...model.trail.value, model.range.value];
  model.range.value = range;
}

export function goBack(model: StripModel, steps = 1): void {
  const trail = model.trail.value;
  if (trail.length === 0) return;
  const at = Math.max(0, trail.length - steps);
  model.range.value = trail[at] ?? null;
  model.trail.value = trail.slice(0, at);
}

export function showAll(model: StripModel): void {
  model.range.value = null;
  model.trail.value = [];
}

export function mountStrip(host: HTMLElement, model: StripModel): () => void {
  const slot = (STRIP_ORDERS as readonly number[]).indexOf(model.order);

  const surface = new Surface(
    host,
    {
      data: (ctx, paper) => withStrip((strip) => drawStrip(ctx, paper, scale(), strip, palette.value, searching.value)),
      labels: (ctx, paper) =>
        withStrip((strip) =>
          drawStripLabels(ctx, paper, scale(), strip, (buffer) => names.get(buffer), palette.value, searching.value),
        ),
      hover: (ctx, paper) =>
        withStrip(() =>
          drawStripHover(ctx, paper, scale(), mark(), model.cursor.value?.segment ?? null, palette.value),
        ),
    },
    request,
  );

  function bounds(): Range {
    return { from: 0, to: Math.max(1, totalOf(model)) };
  }
  function range(): Range {
    return model.range.value ? fitInto(model.range.value, bounds()) : bounds();
  }
  function scale() {
    return stripScale(surface.paper, range());
  }
  function withStrip(draw: (strip: Strip) => void): void {
    const data = model.data.value;
    if (data && data.view === ready.value?.view) draw(data.strip);
  }
  function mark(): { start: number; end: number } | null {
    const found = activeDetails.value;
    const at = found?.point === shownPoint.value ? found.positions[slot] : null;
    return at ? { start: at[0] as number, end: at[1] as number } : null;
  }
  function setRange(next: Range): void {
    model.range.value = sameRange(next, bounds()) ? null : next;
    if (model.range.value === null) model.trail.value = [];
  }

  const ask = latest(
    (args: { view: number; point: number; lo: number; hi: number; pixels: number; minPixels: number }) =>
      call('strip', { ...args, order: model.order }),
    (answer, args) => {
      if (isFailure(answer) || args.view !== ready.value?.view || args.point !== shownPoint.value) return;
      model.data.value = { view: args.view, point: args.point, strip: answer };
      requestNames();
    },
  );

  function request(): void {
    const view = ready.peek()?.view;
    const { width, dpr } = surface.paper;
    if (view === undefined || width === 0) return;
    // Only peeks: it runs inside an effect that its own answer must not start again.
    const asked = model.range.peek();
    ask({
      view,
      point: shownPoint.peek(),
      lo: Math.floor(asked?.from ?? 0),
      hi: Math.ceil(asked?.to ?? Number.MAX_SAFE_INTEGER),
      pixels: Math.round(width * dpr),
      minPixels: MIN_SEGMENT_PX * dpr,
    });
  }

  function requestNames(): void {
    const data = model.data.peek();
    if (!data) return;
    if (namesView !== data.view) {
      namesView = data.view;
      names.clear();
    }
    const missing: number[] = [];
    for (let index = 0; index < data.strip.buffer.length; index++) {
      const segment = segmentOf(data.strip, index);
      if (!segment || segment.buffer < 0 || names.has(segment.buffer)) continue;
      if (segmentPx(segment, scale(), surface.paper.dpr).width >= LABEL_FROM_PX) missing.push(segment.buffer);
    }
    if (missing.length > 0) askNames({ view: data.view, buffers: missing });
  }

  function point(segment: Segment | null): void {
    if (!segment) {
      model.cursor.value = null;
      hover(-1);
      return;
    }
    const { x, width } = segmentPx(segment, scale(), surface.paper.dpr);
    model.cursor.value = { segment, x: x + width / 2 };
    hover(segment.buffer);
  }

  function activate(segment: Segment): void {
    if (segment.buffer >= 0) {
      togglePin(segment.buffer);
      return;
    }
    openRange(model, { from: segment.start, to: segment.end });
    model.cursor.value = null;
  }

  const detach = attachGestures(host, {
    scale,
    bounds,
    minSpan: () => 1,
    setRange,
    hover(at) {
      const strip = model.data.value?.strip;
      point(at && strip ? segmentAtPx(strip, scale(), at.x) : null);
    },
    click(at) {
      const strip = model.data.value?.strip;
      const segment = strip && segmentAtPx(strip, scale(), at.x);
      if (segment) activate(segment);
    },
    reset: () => showAll(model),
  });

  function currentIndex(strip: Strip): number {
    const at = model.cursor.value?.segment;
    if (at) return segmentAtBytes(strip, (at.start + at.end) / 2);
    const marked = mark();
    return marked ? segmentAtBytes(strip, (marked.start + marked.end) / 2) : -1;
  }

  function moveBy(by: number): void {
    const strip = model.data.value?.strip;
    if (strip) point(segmentOf(strip, stepSegment(strip, currentIndex(strip), by)));
  }

  const onKey = (event: KeyboardEvent) => {
    const strip = model.data.value?.strip;
    if (!strip || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = model.cursor.value?.segment ?? null;
    const anchor = at ? (at.start + at.end) / 2 : fromPx(scale(), surface.paper.width / 2);
    const zoom = (factor: number) => setRange(zoomAt(range(), anchor, factor, bounds(), 1));
    const keys: Record<string, () => void> = {
      ArrowLeft: () => moveBy(event.shiftKey ? -10 : -1),
      ArrowRight: () => moveBy(event.shiftKey ? 10 : 1),
      Home: () => point(segmentOf(strip, 0)),
      End: () => point(segmentOf(strip, strip.buffer.length - 1)),
      PageUp: () => setRange(pan(range(), -span(range()) / 2, bounds())),
      PageDown: () => setRange(pan(range(), span(range()) / 2, bounds())),
      '+': () => zoom(KEY_ZOOM),
      '=': () => zoom(KEY_ZOOM),
      '-': () => zoom(1 / KEY_ZOOM),
      '0': () => showAll(model),
      Backspace: () => goBack(model),
      Enter: () => at && activate(at),
      ' ': () => at && activate(at),
    };
    const run = keys[event.key];
    if (!run) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  };
  const onFocus = () => {
    if (host.matches(':focus-visible') && !model.cursor.value) moveBy(mark() ? 0 : 1);
  };
  const onBlur = () => {
    model.cursor.value = null;
    hover(-1);
  };
  host.addEventListener('keydown', onKey);
  host.addEventListener('focus', onFocus);
  host.addEventListener('blur', onBlur);

  let lastView = -1;
  const effects = [
    effect(() => {
      const view = ready.value?.view ?? -1;
      shownPoint.value;
      // Another view or point: other buffers, so the range means nothing any more.
      if (view !== lastView || model.data.peek()?.point !== shownPoint.value) showAll(model);
      lastView = view;
      model.range.value;
      searchVersion.value;
      request();
    }),
    effect(() => {
      palette.value;
      surface.invalidate('data', 'labels', 'hover');
    }),
    effect(() => {
      model.data.value;
      model.range.value;
      surface.invalidate('data', 'labels', 'hover');
    }),
    effect(() => {
      namesVersion.value;
      surface.invalidate('labels');
    }),
    effect(() => {
      activeDetails.value;
      hovered.value;
      model.cursor.value;
      surface.invalidate('hover');
    }),
  ];

  return () => {
    for (const dispose of effects) dispose();
    detach();
    host.removeEventListener('keydown', onKey);
    host.removeEventListener('focus', onFocus);
    host.removeEventListener('blur', onBlur);
    surface.destroy();
  };
}
