// Binds the curve's drawing to the state: asks the worker for what the viewport shows, keeps the layers up to date, and
// turns gestures and keys into zoom, cursor and chosen point. The component around it is curve.tsx.
import { effect, signal } from '@preact/signals';
import type { Curve } from '#wasm/memory_viewer.js';
import { formatBytes } from '../base/bytes';
import { shadeOf } from '../base/color';
import { clamp, fromPx, span, toPx, zoomAt } from '../base/range';
import { type CurveHover, type CurvePicture, drawCurve, drawCurveHover, drawCurveLabels } from '../charts/curve_draw';
import { type CurveGeometry, columnAt, curveGeometry, curveTop, pointAt, pointPx } from '../charts/curve_geometry';
import { attachGestures } from '../charts/gestures';
import type { Limit } from '../charts/limit_draw';
import { Surface } from '../charts/surface';
import { call } from '../engine/client';
import { latest } from '../engine/latest';
import { isFailure } from '../engine/messages';
import { AXIS, TYPE } from '../engine/orders';
import { capacity, liveOverlaps } from '../state/capacity';
import { type Cursor, clearCursor, cursor, cursorInfo, pointTo, setCursor } from '../state/cursor';
import { activeBlocks, fitAll } from '../state/map';
import { selectedPositions, selectRange, sketchRange, zoomToRange } from '../state/range';
import { showAt, stepPeak } from '../state/scrub';
import { activeDetails, atPeak, curveRange, overview, type ReadyView, ready } from '../state/store';
import {
  axis,
  axisLength,
  fullRange,
  MIN_POSITIONS,
  peakPosition,
  reveal,
  setRange,
  shownPosition,
  visibleRange,
} from '../state/viewport';
import { palette } from './palette';
import { sumOf } from './parts';

/** The curve on screen. */
export const curveData = signal<{ readonly view: number; readonly axis: number; readonly curve: Curve } | null>(null);

/** Is there so much padding anywhere that the unpadded line can be told from the live one? */
export const paddingShows = signal(false);

const VISIBLE = 0.002;
const KEY_ZOOM = 0.7;
/** The scrubber can be dragged from this near, CSS pixels. */
export const GRAB_PX = 6;

/** The curve in memory, if it is of the view and axis shown. */
export function currentCurve(): Curve | null {
  const data = curveData.value;
  return data && data.view === ready.value?.view && data.axis === axis.value ? data.curve : null;
}

/** The capacity as curve and map draw it. */
export function capacityLimit(): Limit | null {
  const found = capacity.value;
  if (!found) return null;
  const name = found.baseline > 0 ? 'Capacity − baseline' : 'Capacity';
  return { bytes: found.usable, label: `${name} ${formatBytes(found.usable)}`, shaded: !liveOverlaps.value };
}

export function mountCurve(host: HTMLElement): () => void {
  let columns = 0;

  const surface = new Surface(
    host,
    {
      data: (ctx, paper) => withPicture((geometry, picture) => drawCurve(ctx, paper, geometry, picture, palette.value)),
      labels: (ctx, paper) =>
        withPicture((geometry, picture) => drawCurveLabels(ctx, paper, geometry, picture, palette.value)),
      hover: (ctx, paper) =>
        withPicture((geometry) => drawCurveHover(ctx, paper, geometry, hoverState(), palette.value)),
    },
    (paper) => {
      columns = Math.max(1, Math.round(paper.width * paper.dpr));
      request();
    },
  );

  function geometry(): CurveGeometry {
    const facts = overview.value;
    const limit = capacity.value?.usable ?? -1;
    const top = facts ? curveTop(facts.peakBytes, highestExtent, facts.totalBytes, limit) : 1;
    return curveGeometry(surface.paper, visibleRange(), top);
  }

  let highestExtent = 0;

  function withPicture(draw: (geometry: CurveGeometry, picture: CurvePicture) => void): void {
    const facts = overview.value;
    const curve = currentCurve();
    if (!facts || !curve) return;
    const bands = sumOf(facts)
      .live.filter((part) => part.type !== TYPE.temporary)
      .map(({ type, label, bytes }) => ({ type, label, bytes }));
    draw(geometry(), {
      curve,
      bands,
      temporaryType: TYPE.temporary,
      xName: axis.value === AXIS.events ? 'program point' : 'schedule position',
      totalBytes: facts.totalBytes,
      showUnpadded: paddingShows.value,
      showExtent: facts.trace >= 0,
      peakPoint: facts.trace >= 0 ? peakPosition.value : -1,
      peakBytes: facts.peakBytes,
      limit: capacityLimit(),
    });
  }

  function lifetimes(): { start: number; end: number }[] {
    // On the schedule's axis only the map knows where they are.
    const source = axis.value === AXIS.events ? activeDetails.value?.card : activeBlocks.value;
    return source ? Array.from(source.start, (start, i) => ({ start, end: source.end[i] as number })) : [];
  }

  function hoverState(): CurveHover {
    const card = activeDetails.value?.card;
    const at = cursor.value;
    const curve = currentCurve();
    const column = at && curve ? columnAt(curve, at.position) : -1;
    return {
      lifetimes: lifetimes(),
      bytes: card?.sizeBytes ?? 0,
      type: card?.type ?? 0,
      shade: card ? shadeOf(card.buffer) : 0,
      cursor: at?.position ?? -1,
      cursorBytes: cursorInfo()?.liveBytes ?? (column >= 0 ? (curve?.liveMax[column] as number) : 0),
      shown: atPeak.value ? -1 : shownPosition.value,
      selected: selectedPositions.value,
    };
  }

  /** `first` of its view. Otherwise the axis only grows: it must not jump while zooming. */
  function take(curve: Curve, { view, overview: facts }: ReadyView, onAxis: number, first: boolean): void {
    if (first) highestExtent = 0;
    const seen = curve.liveMax.some((live, i) => live - (curve.unpaddedMax[i] as number) > facts.peakBytes * VISIBLE);
    paddingShows.value = first ? seen : paddingShows.peek() || seen;
    highestExtent = Math.max(
      highestExtent,
      curve.extentMax.reduce((a, b) => Math.max(a, b), 0),
    );
    curveData.value = { view, axis: onAxis, curve };
  }

  const askCurve = latest(
    (args: { view: number; axis: number; from: number; to: number; columns: number }) => call('curve', args),
    (answer, args) => {
      const shown = ready.value;
      if (shown && !isFailure(answer) && args.view === shown.view) take(answer, shown, args.axis, false);
    },
  );

  function request(): void {
    const view = ready.peek()?.view;
    if (view === undefined || columns === 0) return;
    const { from, to } = visibleRange();
    const first = Math.floor(from);
    const end = Math.max(first + 1, Math.ceil(to));
    askCurve({ view, axis: axis.value, from: first, to: end, columns: Math.min(columns, end - first) });
  }

  /** The keyboard's way: cursor and scrubber are one. */
  function scrubTo(position: number): void {
    const at = clamp(position, 0, axisLength.value - 1);
    reveal(at);
    showAt(at);
    showCursorAt(at);
  }

  function cursorAt(position: number, { x, y }: { x: number; y: number }): Cursor {
    return { position, x, y, paper: surface.paper, in: 'curve', address: -1 };
  }

  function showCursorAt(position: number): void {
    const shape = geometry();
    setCursor(cursorAt(position, { x: pointPx(shape, position), y: shape.plot.y + 8 }));
  }

  const detach = attachGestures(host, {
    scale: () => geometry().x,
    bounds: fullRange,
    minSpan: () => MIN_POSITIONS,
    setRange,
    hover(at) {
      const { plot } = geometry();
      if (!at || !overview.value || at.x < plot.x || at.x > plot.x + plot.width) {
        clearCursor('curve');
        return;
      }
      pointTo(cursorAt(pointAt(geometry(), at.x, axisLength.value), at));
    },
    select(from, to, done) {
      const { x } = geometry();
      const ends = [fromPx(x, from), fromPx(x, to)].map((at) => clamp(at, 0, axisLength.value)) as [number, number];
      const range = { from: Math.min(...ends), to: Math.max(...ends) };
      if (done) void selectRange(range);
      else sketchRange(range);
    },
    grab(at) {
      const near = shownPosition.value >= 0 && Math.abs(pointPx(geometry(), shownPosition.value) - at.x) <= GRAB_PX;
      return near && !atPeak.value ? (to) => showAt(pointAt(geometry(), to.x, axisLength.value)) : null;
    },
    click(at) {
      const shape = geometry();
      // A click next to the peak means the peak.
      const near = peakPosition.value >= 0 && Math.abs(pointPx(shape, peakPosition.value) - at.x) <= 4;
      showAt(near ? peakPosition.value : pointAt(shape, at.x, axisLength.value));
    },
    reset: fitAll,
  });

  const step = () => Math.max(1, Math.round((8 * span(visibleRange())) / geometry().plot.width));

  const onKey = (event: KeyboardEvent) => {
    if (!overview.value || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = cursor.value?.position ?? Math.max(0, shownPosition.value);
    const anchor = fromPx(geometry().x, toPx(geometry().x, at + 0.5));
    const zoom = (factor: number) => setRange(zoomAt(visibleRange(), anchor, factor, fullRange(), MIN_POSITIONS));
    const follow = (moved: Promise<void>) =>
      void moved.then(() => shownPosition.value >= 0 && showCursorAt(shownPosition.value));
    const keys: Record<string, () => void> = {
      ArrowLeft: () => scrubTo(at - (event.shiftKey ? step() : 1)),
      ArrowRight: () => scrubTo(at + (event.shiftKey ? step() : 1)),
      PageUp: () => follow(stepPeak(-1)),
      PageDown: () => follow(stepPeak(1)),
      Home: () => scrubTo(0),
      End: () => scrubTo(axisLength.value - 1),
      '+': () => zoom(KEY_ZOOM),
      '=': () => zoom(KEY_ZOOM),
      '-': () => zoom(1 / KEY_ZOOM),
      '0': fitAll,
      Enter: () => (selectedPositions.value ? zoomToRange() : scrubTo(at)),
    };
    const run = keys[event.key];
    if (!run) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  };
  const onFocus = () => {
    if (host.matches(':focus-visible') && shownPosition.value >= 0) showCursorAt(shownPosition.value);
  };
  const onBlur = () => clearCursor('curve');
  host.addEventListener('keydown', onKey);
  host.addEventListener('focus', onFocus);
  host.addEventListener('blur', onBlur);

  const effects = [
    effect(() => {
      const shown = ready.value;
      if (shown) take(shown.curve, shown, AXIS.events, true);
    }),
    effect(() => {
      ready.value;
      axis.value;
      curveRange.value;
      request();
    }),
    effect(() => {
      palette.value;
      surface.invalidate('data', 'labels', 'hover');
    }),
    effect(() => {
      axis.value;
      peakPosition.value;
      ready.value;
      capacity.value;
      surface.invalidate('data', 'labels', 'hover');
    }),
    effect(() => {
      curveData.value;
      curveRange.value;
      surface.invalidateSoon('data', 'labels', 'hover');
    }),
    effect(() => {
      activeDetails.value;
      activeBlocks.value;
      cursor.value;
      cursorInfo();
      shownPosition.value;
      atPeak.value;
      selectedPositions.value;
      surface.invalidate('hover');
    }),
  ];

  // Drawn with the page's next frame, not after it.
  surface.measure();

  return () => {
    for (const dispose of effects) dispose();
    detach();
    host.removeEventListener('keydown', onKey);
    host.removeEventListener('focus', onFocus);
    host.removeEventListener('blur', onBlur);
    surface.destroy();
    clearCursor('curve');
  };
}
