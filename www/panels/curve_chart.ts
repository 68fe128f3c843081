// Binds the curve's drawing to the state: asks the worker for what the viewport shows, keeps the layers up to date, and
// turns gestures and keys into zoom, cursor and chosen point. The component around it is curve.tsx.
import { batch, effect, signal } from '@preact/signals';
import type { Curve, PointInfo } from '#wasm/memory_viewer.js';
import { shadeOf } from '../base/color';
import { clamp, fitInto, fromPx, pan, type Range, sameRange, span, toPx, zoomAt } from '../base/range';
import { type CurveHover, type CurvePicture, drawCurve, drawCurveHover, drawCurveLabels } from '../charts/curve_draw';
import { type CurveGeometry, columnAt, curveGeometry, curveTop, pointAt, pointPx } from '../charts/curve_geometry';
import { attachGestures } from '../charts/gestures';
import { type Palette, readPalette } from '../charts/palette';
import { Surface } from '../charts/surface';
import { call } from '../engine/client';
import { latest } from '../engine/latest';
import { isFailure } from '../engine/messages';
import { TYPE } from '../engine/orders';
import { activeDetails, atPeak, curveRange, overview, ready, shownPoint } from '../state/store';
import { themeVersion } from '../state/theme';
import { choosePoint, showRange } from '../state/view';
import { sumOf } from './parts';

/** Program point under the pointer or the keyboard's cursor, where it is on screen, and the state there. */
export interface Cursor {
  readonly point: number;
  readonly x: number;
  readonly y: number;
}
export const cursor = signal<Cursor | null>(null);
export const cursorInfo = signal<PointInfo | null>(null);
/** The curve on screen. */
export const curveData = signal<{ readonly view: number; readonly curve: Curve } | null>(null);

/** Is there so much padding anywhere that the unpadded line can be told from the live one? */
export const paddingShows = signal(false);

const VISIBLE = 0.002;
const MIN_POINTS = 8;
const KEY_ZOOM = 0.7;

export function fullRange(): Range {
  return { from: 0, to: overview.value?.points ?? 1 };
}

export function visibleRange(): Range {
  const range = curveRange.value;
  return range ? fitInto(range, fullRange()) : fullRange();
}

function setRange(range: Range): void {
  const full = fullRange();
  showRange(sameRange(range, full) ? null : range);
}

const askInfo = latest(
  (args: { view: number; point: number }) => call('points', { view: args.view, points: [args.point] }),
  (answer, args) => {
    if (!isFailure(answer) && args.view === ready.value?.view) cursorInfo.value = answer[0] ?? null;
  },
);

export function mountCurve(host: HTMLElement): () => void {
  let palette: Palette = readPalette(host);
  let columns = 0;

  const surface = new Surface(
    host,
    {
      data: (ctx, paper) => withPicture((geometry, picture) => drawCurve(ctx, paper, geometry, picture, palette)),
      labels: (ctx, paper) =>
        withPicture((geometry, picture) => drawCurveLabels(ctx, paper, geometry, picture, palette)),
      hover: (ctx, paper) => withPicture((geometry) => drawCurveHover(ctx, paper, geometry, hoverState(), palette)),
    },
    (paper) => {
      columns = Math.max(1, Math.round(paper.width * paper.dpr));
      request();
    },
  );

  function geometry(): CurveGeometry {
    const facts = overview.value;
    const top = facts ? curveTop(facts.peakBytes, highestExtent, facts.totalBytes) : 1;
    return curveGeometry(surface.paper, visibleRange(), top);
  }

  let highestExtent = 0;

  function withPicture(draw: (geometry: CurveGeometry, picture: CurvePicture) => void): void {
    const facts = overview.value;
    const data = curveData.value;
    if (!facts || !data || data.view !== ready.value?.view) return;
    const bands = sumOf(facts)
      .live.filter((part) => part.type !== TYPE.temporary)
      .map(({ type, label, bytes }) => ({ type, label, bytes }));
    draw(geometry(), {
      curve: data.curve,
      bands,
      temporaryType: TYPE.temporary,
      xName: 'program point',
      totalBytes: facts.totalBytes,
      showUnpadded: paddingShows.value,
      showExtent: facts.trace >= 0,
      peakPoint: facts.trace >= 0 ? facts.peakPoint : -1,
      peakBytes: facts.peakBytes,
    });
  }

  function hoverState(): CurveHover {
    const card = activeDetails.value?.card;
    const at = cursor.value;
    const curve = curveData.value?.curve;
    const column = at && curve ? columnAt(curve, at.point) : -1;
    const exact = cursorInfo.value?.point === at?.point ? cursorInfo.value?.liveBytes : undefined;
    return {
      lifetimes: card ? Array.from(card.start, (start, i) => ({ start, end: card.end[i] as number })) : [],
      bytes: card?.sizeBytes ?? 0,
      type: card?.type ?? 0,
      shade: card ? shadeOf(card.buffer) : 0,
      cursor: at?.point ?? -1,
      cursorBytes: exact ?? (column >= 0 ? (curve?.liveMax[column] as number) : 0),
      shown: atPeak.value ? -1 : shownPoint.value,
    };
  }

  const askCurve = latest(
    (args: { view: number; from: number; to: number; columns: number }) => call('curve', args),
    (answer, args) => {
      const facts = overview.value;
      if (!facts || isFailure(answer) || args.view !== ready.value?.view) return;
      const first = curveData.peek()?.view !== args.view;
      if (first) highestExtent = 0;
      // Only grows within a view: the axis must not jump while zooming.
      const seen = answer.liveMax.some(
        (live, i) => live - (answer.unpaddedMax[i] as number) > facts.peakBytes * VISIBLE,
      );
      paddingShows.value = first ? seen : paddingShows.peek() || seen;
      highestExtent = Math.max(
        highestExtent,
        answer.extentMax.reduce((a, b) => Math.max(a, b), 0),
      );
      curveData.value = { view: args.view, curve: answer };
    },
  );

  function request(): void {
    const view = ready.peek()?.view;
    if (view === undefined || columns === 0) return;
    const { from, to } = visibleRange();
    const first = Math.floor(from);
    const end = Math.max(first + 1, Math.ceil(to));
    askCurve({ view, from: first, to: end, columns: Math.min(columns, end - first) });
  }

  function moveCursor(point: number): void {
    const facts = overview.value;
    const view = ready.value?.view;
    if (!facts || view === undefined) return;
    const at = clamp(point, 0, facts.points - 1);
    const range = visibleRange();
    batch(() => {
      if (at < range.from) setRange(pan(range, at - range.from, fullRange()));
      else if (at + 1 > range.to) setRange(pan(range, at + 1 - range.to, fullRange()));
      const shape = geometry();
      cursor.value = { point: at, x: pointPx(shape, at), y: shape.plot.y + 8 };
    });
    askInfo({ view, point: at });
  }

  const detach = attachGestures(host, {
    scale: () => geometry().x,
    bounds: fullRange,
    minSpan: () => MIN_POINTS,
    setRange,
    hover(at) {
      const facts = overview.value;
      const view = ready.value?.view;
      const { plot } = geometry();
      if (!at || !facts || view === undefined || at.x < plot.x || at.x > plot.x + plot.width) {
        cursor.value = null;
        return;
      }
      const point = pointAt(geometry(), at.x, facts.points);
      cursor.value = { point, x: at.x, y: at.y };
      askInfo({ view, point });
    },
    click(at) {
      const facts = overview.value;
      if (!facts || facts.points < 2) return;
      const shape = geometry();
      // A click next to the peak means the peak.
      const near = Math.abs(pointPx(shape, facts.peakPoint) - at.x) <= 4;
      const point = pointAt(shape, at.x, facts.points);
      choosePoint(near || point === facts.peakPoint ? null : point);
    },
    reset: () => showRange(null),
  });

  const step = () => Math.max(1, Math.round((8 * span(visibleRange())) / geometry().plot.width));

  const onKey = (event: KeyboardEvent) => {
    const facts = overview.value;
    if (!facts || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = cursor.value?.point ?? shownPoint.value;
    const anchor = fromPx(geometry().x, toPx(geometry().x, at + 0.5));
    const zoom = (factor: number) => setRange(zoomAt(visibleRange(), anchor, factor, fullRange(), MIN_POINTS));
    const keys: Record<string, () => void> = {
      ArrowLeft: () => moveCursor(at - (event.shiftKey ? step() : 1)),
      ArrowRight: () => moveCursor(at + (event.shiftKey ? step() : 1)),
      PageUp: () => setRange(pan(visibleRange(), -span(visibleRange()) / 2, fullRange())),
      PageDown: () => setRange(pan(visibleRange(), span(visibleRange()) / 2, fullRange())),
      Home: () => moveCursor(0),
      End: () => moveCursor(facts.points - 1),
      '+': () => zoom(KEY_ZOOM),
      '=': () => zoom(KEY_ZOOM),
      '-': () => zoom(1 / KEY_ZOOM),
      '0': () => showRange(null),
      Enter: () => choosePoint(at === facts.peakPoint ? null : at),
    };
    const run = keys[event.key];
    if (!run) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  };
  const onFocus = () => {
    if (host.matches(':focus-visible')) moveCursor(cursor.value?.point ?? shownPoint.value);
  };
  const onBlur = () => {
    cursor.value = null;
  };
  host.addEventListener('keydown', onKey);
  host.addEventListener('focus', onFocus);
  host.addEventListener('blur', onBlur);

  const effects = [
    effect(() => {
      ready.value;
      curveRange.value;
      request();
    }),
    effect(() => {
      themeVersion.value;
      palette = readPalette(host);
      surface.invalidate('data', 'labels', 'hover');
    }),
    effect(() => {
      curveData.value;
      curveRange.value;
      ready.value;
      surface.invalidate('data', 'labels', 'hover');
    }),
    effect(() => {
      activeDetails.value;
      cursor.value;
      cursorInfo.value;
      shownPoint.value;
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
    cursor.value = null;
  };
}
