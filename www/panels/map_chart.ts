// Binds the memory map to the state: geometry from the shared viewport, pictures from map_picture.ts, hover and selection
// through the page's one selection, gestures and keys. The components around it are map.tsx.
import { effect } from '@preact/signals';
import type { Band } from '#wasm/memory_viewer.js';
import { clamp, fromPx, pan, type Range, span, toPx, zoomAt } from '../base/range';
import { pointAt, pointPx } from '../charts/curve_geometry';
import { attachGestures } from '../charts/gestures';
import { readMapColors } from '../charts/map_colors';
import { drawMap, drawMapLabels } from '../charts/map_draw';
import {
  addressAt,
  freeRuns,
  inPlot,
  type MapGeometry,
  type MapView,
  mapGeometry,
  type Run,
  sameView,
} from '../charts/map_geometry';
import { drawMapHover } from '../charts/map_hover';
import { Surface } from '../charts/surface';
import { call } from '../engine/client';
import { isFailure } from '../engine/messages';
import { capacity } from '../state/capacity';
import { type Cursor, clearCursor, cursor, cursorInfo, pointTo, setCursor } from '../state/cursor';
import {
  activeBlocks,
  colorBy,
  fitAll,
  folded,
  foldTop,
  fullAddresses,
  hiddenClasses,
  legend,
  mapInfo,
  mapRange,
  setAddresses,
  toggleFold,
  visibleAddresses,
} from '../state/map';
import { selectedPositions, selectRange, sketchRange, zoomToRange } from '../state/range';
import { showAt, stepPeak } from '../state/scrub';
import { searchVersion } from '../state/search';
import { pin, togglePin } from '../state/selection';
import { activeDetails, atPeak, curveRange, overview, pinned, ready } from '../state/store';
import { themeVersion } from '../state/theme';
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
import { capacityLimit, currentCurve, curveData, GRAB_PX } from './curve_chart';
import { MapPictures } from './map_picture';
import { palette } from './palette';

/** "Temporaries (allocation 12)" needs its number only beside another one. */
function shortBands(bands: readonly Band[]): Band[] {
  const short = (band: Band) => band.label.replace(/ \(.*?\)/, '');
  return bands.map((band) => {
    const alone = bands.every((other) => other === band || short(other) !== short(band));
    return alone ? { ...band, label: short(band) } : band;
  });
}

const KEY_ZOOM = 0.7;
const KEY_PX = 8;
const MIN_BYTES = 64;

export function mountMap(host: HTMLElement): () => void {
  const pictures = new MapPictures(
    readMapColors(host),
    (what) => (what === 'picture' ? surface.invalidate('data', 'hover') : surface.invalidate('labels')),
    ({ x, y }) => span(x) >= span(fullRange()) && span(y) >= span(fullAddresses()),
  );

  const surface = new Surface(
    host,
    {
      data: (ctx, paper) => {
        if (mapInfo.value) drawMap(ctx, paper, geometry(), shownPictures(), shownView(), pictures.free());
      },
      labels: (ctx, paper) => {
        const info = mapInfo.value;
        if (!info) return;
        const bands = shortBands(info.bands);
        const isFolded = (band: { hi: number }) => folded.value && band.hi <= foldTop.value;
        drawMapLabels(
          ctx,
          paper,
          geometry(),
          {
            bands: bands.filter((band) => !isFolded(band)),
            foldedBands: bands.filter(isFolded),
            labels: pictures.labels,
            curve: (overview.value?.trace ?? -1) >= 0 ? currentCurve() : null,
            limit: capacityLimit(),
          },
          palette.value,
        );
      },
      hover: (ctx, paper) => {
        if (!mapInfo.value) return;
        const shape = geometry();
        const at = cursor.value;
        drawMapHover(
          ctx,
          paper,
          shape,
          {
            blocks: activeBlocks.value,
            shown: (overview.value?.trace ?? -1) >= 0 ? shownPosition.value : -1,
            atPeak: atPeak.value,
            cursor: at?.position ?? -1,
            address: at?.in === 'map' && host.matches(':focus-visible') ? at.address : -1,
            selected: selectedPositions.value,
            free: at ? freeAt(shape, at.position) : [],
          },
          palette.value,
        );
      },
    },
    () => pictures.ask(geometry()),
  );

  function geometry(): MapGeometry {
    return mapGeometry(surface.paper, visibleRange(), visibleAddresses(), folded.value);
  }

  function shownView(): MapView {
    return { x: visibleRange(), y: visibleAddresses() };
  }

  /** The latest picture; before it has come, the whole map's shows around it. */
  function shownPictures() {
    const { last, whole } = pictures;
    return [last && sameView(last, shownView()) ? null : whole, last].filter(
      (one) => one !== null && one.view === ready.value?.view && one.axis === axis.value,
    ) as NonNullable<typeof last>[];
  }

  /** Free rows below the extent in the column of a position, if the picture on screen is of what is shown. */
  function freeAt(shape: MapGeometry, position: number): readonly Run[] {
    const info = cursorInfo();
    const picture = pictures.last;
    if (!info || !picture || (overview.value?.trace ?? -1) < 0) return [];
    const { data, width, height } = picture.image;
    if (width !== shape.deviceWidth || height !== shape.deviceHeight) return [];
    if (picture.x.from !== shape.x.range.from || picture.y.from !== shape.y.range.from) return [];
    const { dpr } = surface.paper;
    const column = Math.floor((toPx(shape.x, position + 0.5) - shape.plot.x) * dpr);
    if (column < 0 || column >= width) return [];
    const top = Math.round((toPx(shape.y, info.extentBytes) - shape.plot.y) * dpr);
    return freeRuns(data, width, height, column, picture.background, top);
  }

  function cursorAt(x: number, y: number): Cursor {
    const shape = geometry();
    const position = pointAt(shape, x, axisLength.value);
    return { position, x, y, paper: surface.paper, in: 'map', address: Math.max(0, addressAt(shape, y)) };
  }

  /** Selects the block at a place; the point shown follows if the buffer isn't live at it. */
  async function choose(x: number, y: number): Promise<void> {
    const shape = geometry();
    const view = ready.value?.view;
    if (view === undefined) return;
    if (shape.fold && y >= shape.fold.y && y < shape.fold.y + shape.fold.height) return toggleFold();
    const position = pointAt(shape, x, axisLength.value);
    if (!inPlot(shape.plot, { x, y })) return showAt(position);
    const answer = await call('cursor', { view, axis: axis.value, position, address: addressAt(shape, y) });
    if (isFailure(answer) || view !== ready.value?.view) return;
    const { buffer, blocks } = answer;
    if (!blocks) return showAt(position);
    if (buffer === pinned.value) return togglePin(buffer);
    pin(buffer);
    const now = shownPosition.value;
    const live = blocks.start.some((start, i) => start <= now && now < (blocks.end[i] as number));
    if (!live) showAt(position);
  }

  const yAxis = {
    scale: () => geometry().y,
    bounds: fullAddresses,
    minSpan: () => MIN_BYTES,
    setRange: setAddresses,
  };

  const detach = attachGestures(host, {
    scale: () => geometry().x,
    bounds: fullRange,
    minSpan: () => MIN_POSITIONS,
    setRange,
    y: yAxis,
    hover(at) {
      if (at && inPlot(geometry().plot, at)) pointTo(cursorAt(at.x, at.y));
      else clearCursor('map');
    },
    select(from, to, done) {
      const { x } = geometry();
      const ends = [fromPx(x, from), fromPx(x, to)].map((at) => clamp(at, 0, axisLength.value)) as [number, number];
      const range: Range = { from: Math.min(...ends), to: Math.max(...ends) };
      if (done) void selectRange(range);
      else sketchRange(range);
    },
    grab(at) {
      const near = shownPosition.value >= 0 && Math.abs(pointPx(geometry(), shownPosition.value) - at.x) <= GRAB_PX;
      return near ? (to) => showAt(pointAt(geometry(), to.x, axisLength.value)) : null;
    },
    click: (at) => void choose(at.x, at.y),
    reset: fitAll,
  });

  /** The keyboard's crosshair: where it is, or the middle of the block that is selected, or of the map at the point. */
  function crosshair(): { x: number; y: number } {
    const shape = geometry();
    const at = cursor.value;
    if (at?.in === 'map') return { x: toPx(shape.x, at.position + 0.5), y: toPx(shape.y, at.address) };
    const position = shownPosition.value >= 0 ? shownPosition.value : span(visibleRange()) / 2;
    return { x: pointPx(shape, position), y: shape.plot.y + shape.plot.height / 2 };
  }

  function moveCrosshair(positions: number, pixels: number): void {
    const now = geometry();
    const at = crosshair();
    const position = clamp(pointAt(now, at.x, axisLength.value) + positions, 0, axisLength.value - 1);
    reveal(position);
    const address = fromPx(now.y, at.y - pixels);
    const range = visibleAddresses();
    if (address < range.from) setAddresses(pan(range, address - range.from, fullAddresses()));
    else if (address > range.to) setAddresses(pan(range, address - range.to, fullAddresses()));
    const shape = geometry();
    setCursor(
      cursorAt(
        clamp(pointPx(shape, position), shape.plot.x, shape.plot.x + shape.plot.width - 0.5),
        clamp(toPx(shape.y, address), shape.plot.y, shape.plot.y + shape.plot.height - 0.5),
      ),
    );
  }

  const onKey = (event: KeyboardEvent) => {
    if (!mapInfo.value || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = crosshair();
    const perPx = span(visibleRange()) / geometry().plot.width;
    const across = event.shiftKey ? Math.max(1, Math.round(KEY_PX * 8 * perPx)) : Math.max(1, Math.round(perPx));
    const up = event.shiftKey ? KEY_PX * 5 : KEY_PX;
    const zoomX = (factor: number) =>
      setRange(zoomAt(visibleRange(), fromPx(geometry().x, at.x), factor, fullRange(), MIN_POSITIONS));
    const zoomY = (factor: number) =>
      setAddresses(zoomAt(visibleAddresses(), fromPx(geometry().y, at.y), factor, fullAddresses(), MIN_BYTES));
    const panX = (share: number) => setRange(pan(visibleRange(), span(visibleRange()) * share, fullRange()));
    const keys: Record<string, () => void> = {
      ArrowLeft: () => moveCrosshair(-across, 0),
      ArrowRight: () => moveCrosshair(across, 0),
      ArrowUp: () => moveCrosshair(0, up),
      ArrowDown: () => moveCrosshair(0, -up),
      Home: () => moveCrosshair(-axisLength.value, 0),
      End: () => moveCrosshair(axisLength.value, 0),
      PageUp: () => void stepPeak(-1),
      PageDown: () => void stepPeak(1),
      Enter: () => (selectedPositions.value ? zoomToRange() : void choose(at.x, at.y)),
      ' ': () => showAt(pointAt(geometry(), at.x, axisLength.value)),
      '+': () => zoomX(KEY_ZOOM),
      '=': () => zoomX(KEY_ZOOM),
      '-': () => zoomX(1 / KEY_ZOOM),
      w: () => zoomY(KEY_ZOOM),
      s: () => zoomY(1 / KEY_ZOOM),
      a: () => panX(-0.25),
      d: () => panX(0.25),
      '0': fitAll,
    };
    const run = keys[event.key];
    if (!run) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  };
  const onFocus = () => {
    if (host.matches(':focus-visible')) moveCrosshair(0, 0);
  };
  const onBlur = () => clearCursor('map');
  host.addEventListener('keydown', onKey);
  host.addEventListener('focus', onFocus);
  host.addEventListener('blur', onBlur);

  const effects = [
    effect(() => {
      palette.value;
      pictures.setColors(readMapColors(host));
      surface.invalidate('data', 'labels', 'hover');
    }),
    effect(() => {
      ready.value?.view;
      axis.value;
      pictures.forget();
    }),
    effect(() => {
      themeVersion.value;
      ready.value;
      axis.value;
      mapInfo.value;
      legend.value;
      colorBy.value;
      hiddenClasses.value;
      curveRange.value;
      mapRange.value;
      folded.value;
      searchVersion.value;
      surface.invalidateSoon('data', 'labels', 'hover');
      if (mapInfo.value && surface.paper.width > 0) pictures.ask(geometry());
    }),
    effect(() => {
      // The map's own picture of the same change follows it.
      curveData.value;
      surface.invalidateSoon('labels');
    }),
    effect(() => {
      capacity.value;
      surface.invalidate('labels');
    }),
    effect(() => {
      activeDetails.value;
      activeBlocks.value;
      cursor.value;
      cursorInfo();
      shownPosition.value;
      peakPosition.value;
      atPeak.value;
      selectedPositions.value;
      surface.invalidate('hover');
    }),
  ];

  return () => {
    for (const dispose of effects) dispose();
    detach();
    host.removeEventListener('keydown', onKey);
    host.removeEventListener('focus', onFocus);
    host.removeEventListener('blur', onBlur);
    pictures.destroy();
    surface.destroy();
    clearCursor('map');
  };
}
