// The minimap under the map: where in the program the part shown lies; its window can be dragged, a click goes there.
import { effect, signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Curve } from '#wasm/memory_viewer.js';
import { formatCount } from '../base/bytes';
import { fitInto, fromPx, pan, span, toPx, zoomAt } from '../base/range';
import { attachGestures } from '../charts/gestures';
import { drawMinimap, drawMinimapMarks, minimapGeometry } from '../charts/minimap_draw';
import { Surface } from '../charts/surface';
import { call } from '../engine/client';
import { latest } from '../engine/latest';
import { isFailure } from '../engine/messages';
import { TYPE } from '../engine/orders';
import { fitAll } from '../state/map';
import { selectedPositions } from '../state/range';
import { curveRange, overview, ready } from '../state/store';
import { axis, axisLength, fullRange, MIN_POSITIONS, setRange, shownPosition, visibleRange } from '../state/viewport';
import { palette } from './palette';

const whole = signal<{ readonly view: number; readonly axis: number; readonly curve: Curve } | null>(null);
const KEY_ZOOM = 0.7;

function mountMinimap(host: HTMLElement): () => void {
  let columns = 0;
  const surface = new Surface(
    host,
    {
      data: (ctx) => {
        const data = whole.value;
        if (data && data.view === ready.value?.view && data.axis === axis.value)
          drawMinimap(ctx, geometry(), data.curve, TYPE.temporary, palette.value);
      },
      labels: () => {},
      hover: (ctx, paper) =>
        drawMinimapMarks(
          ctx,
          paper,
          geometry(),
          {
            window: curveRange.value ? visibleRange() : null,
            shown: (overview.value?.trace ?? -1) >= 0 ? shownPosition.value : -1,
            selected: selectedPositions.value,
          },
          palette.value,
        ),
    },
    (paper) => {
      columns = Math.max(1, Math.round(paper.width * paper.dpr));
      request();
    },
  );

  const ask = latest(
    (args: { view: number; axis: number; from: number; to: number; columns: number }) => call('curve', args),
    (answer, args) => {
      if (isFailure(answer)) return;
      whole.value = { view: args.view, axis: args.axis, curve: answer };
    },
  );

  function request(): void {
    const view = ready.peek()?.view;
    if (view === undefined || columns === 0) return;
    const { from, to } = fullRange();
    ask({ view, axis: axis.value, from, to, columns: Math.min(columns, to) });
  }

  function geometry() {
    const top = Math.max(overview.value?.peakBytes ?? 1, 1);
    return minimapGeometry(surface.paper, fullRange(), top);
  }

  function moveTo(x: number): void {
    const range = visibleRange();
    const middle = fromPx(geometry().x, x);
    setRange(fitInto({ from: middle - span(range) / 2, to: middle + span(range) / 2 }, fullRange()));
  }

  const detach = attachGestures(host, {
    // The wheel zooms the window at the pointer, so its scale is the minimap's with the window's range.
    scale: () => {
      const { x } = geometry();
      const range = visibleRange();
      return { range, x0: toPx(x, range.from), x1: Math.max(toPx(x, range.from) + 1, toPx(x, range.to)) };
    },
    bounds: fullRange,
    minSpan: () => MIN_POSITIONS,
    setRange,
    grab(at) {
      const { x } = geometry();
      const range = visibleRange();
      const inside = curveRange.value && at.x >= toPx(x, range.from) - 3 && at.x <= toPx(x, range.to) + 3;
      if (!inside) {
        // Drawn anew: from where it was pressed.
        const start = fromPx(x, at.x);
        return (to) => {
          const end = fromPx(x, to.x);
          const drawn = { from: Math.min(start, end), to: Math.max(start, end) };
          if (span(drawn) >= MIN_POSITIONS) setRange(fitInto(drawn, fullRange()));
        };
      }
      const offset = at.x - toPx(x, range.from);
      return (to) => {
        const from = fromPx(x, to.x - offset);
        setRange(fitInto({ from, to: from + span(range) }, fullRange()));
      };
    },
    hover: () => {},
    click: (at) => moveTo(at.x),
    reset: fitAll,
  });

  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const range = visibleRange();
    const middle = (range.from + range.to) / 2;
    const by = (share: number) => setRange(pan(range, span(range) * share, fullRange()));
    const zoom = (factor: number) => setRange(zoomAt(range, middle, factor, fullRange(), MIN_POSITIONS));
    const keys: Record<string, () => void> = {
      ArrowLeft: () => by(-0.25),
      ArrowRight: () => by(0.25),
      Home: () => by(-1e9),
      End: () => by(1e9),
      '+': () => zoom(KEY_ZOOM),
      '=': () => zoom(KEY_ZOOM),
      '-': () => zoom(1 / KEY_ZOOM),
      '0': fitAll,
    };
    const run = keys[event.key];
    if (!run) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  };
  host.addEventListener('keydown', onKey);

  const effects = [
    effect(() => {
      ready.value;
      axisLength.value;
      request();
    }),
    effect(() => {
      palette.value;
      surface.invalidate('data', 'hover');
    }),
    effect(() => {
      whole.value;
      surface.invalidate('data');
    }),
    effect(() => {
      ready.value;
      curveRange.value;
      axisLength.value;
      shownPosition.value;
      selectedPositions.value;
      surface.invalidateSoon('hover'); // all of these change the curve above, too
    }),
  ];
  return () => {
    for (const dispose of effects) dispose();
    host.removeEventListener('keydown', onKey);
    detach();
    surface.destroy();
  };
}

export function Minimap() {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => (host.current ? mountMinimap(host.current) : undefined), []);
  const range = visibleRange();
  return (
    <div
      class="chart minimap-chart"
      ref={host}
      role="slider"
      aria-label="Part of the program that curve and map show"
      aria-valuemin={0}
      aria-valuemax={axisLength.value}
      aria-valuenow={Math.round(range.from)}
      aria-valuetext={`${formatCount(Math.round(range.from))} to ${formatCount(Math.round(range.to))} of ${formatCount(axisLength.value)}`}
      tabIndex={0}
      data-testid="minimap"
    />
  );
}
