// Gets the map's pictures from the worker and keeps them: at once a quick one for every change of viewport (one question
// under way, the latest wins), and when nothing has moved for a moment the exact one and the names on the blocks.
import { type Signal, signal } from '@preact/signals';
import type { MapImage } from '#wasm/memory_viewer.js';
import { inkFor, type Rgb, toCss } from '../base/color';
import { span } from '../base/range';
import { classColor, type MapColorSet, pack } from '../charts/map_colors';
import type { BlockLabel, Picture } from '../charts/map_draw';
import { type MapGeometry, type MapView, sameView } from '../charts/map_geometry';
import { call } from '../engine/client';
import { latest } from '../engine/latest';
import type { MapColors, MapWindow, OnAxis } from '../engine/map_messages';
import { isFailure } from '../engine/messages';
import { colorBy, hiddenClasses, legend } from '../state/map';
import { ready } from '../state/store';
import { axis } from '../state/viewport';

/** A picture and what it was asked with. */
export interface KeptPicture extends Picture {
  readonly view: number;
  readonly axis: number;
  readonly background: number;
}

type Question = OnAxis & MapWindow & MapColors & { readonly exact: boolean };

/** Nothing moved for that long: time for the exact picture. */
const IDLE_MS = 80;
const MOST_LABELS = 80;
const LABEL_WIDTH = 34;
const LABEL_HEIGHT = 14;

/** Is an exact picture or are names still to come? (For tests that wait until nothing moves.) */
export const sharpening: Signal<boolean> = signal(false);

export class MapPictures {
  /** The latest picture, and the latest of the whole map (it fills what a zoomed-in one leaves empty). */
  last: KeptPicture | null = null;
  whole: KeptPicture | null = null;
  labels: readonly BlockLabel[] = [];
  private colors: MapColorSet;
  private timer = 0;
  private want: Question | null = null;
  private readonly changed: (what: 'picture' | 'labels') => void;
  private readonly isWhole: (view: MapView) => boolean;

  constructor(colors: MapColorSet, changed: (what: 'picture' | 'labels') => void, isWhole: (view: MapView) => boolean) {
    this.colors = colors;
    this.changed = changed;
    this.isWhole = isWhole;
  }

  setColors(colors: MapColorSet): void {
    this.colors = colors;
  }

  free(): string {
    return toCss(this.colors.free);
  }

  /** Asks for what the geometry shows. Call whenever that, the colours or the space changes. */
  ask(geometry: MapGeometry): void {
    const view = ready.peek()?.view;
    const classes = legend.peek();
    if (view === undefined || !classes) return;
    const by = colorBy.peek();
    const hidden = hiddenClasses.peek();
    const question: Question = {
      view,
      axis: axis.peek(),
      x0: geometry.x.range.from,
      x1: geometry.x.range.to,
      y0: geometry.y.range.from,
      y1: geometry.y.range.to,
      width: geometry.deviceWidth,
      height: geometry.deviceHeight,
      by,
      palette: classes.label.map((label, i) => pack(classColor(this.colors, by, i, label), hidden.has(i) ? 0 : 255)),
      background: pack(this.colors.free),
      exact: false,
    };
    this.want = question;
    this.request(question);
    clearTimeout(this.timer);
    sharpening.value = true;
    this.timer = window.setTimeout(() => this.sharpen(question), IDLE_MS);
  }

  /** Pixels of a picture that is not needed any more: the worker fills them again, since megabytes that are thrown away
   *  with every frame are collected in the middle of one. */
  private spare: ArrayBuffer | null = null;

  private readonly request = latest(
    (question: Question) => {
      const { spare } = this;
      this.spare = null;
      return call('mapImage', { ...question, spare }, { transfer: spare ? [spare] : [] });
    },
    (answer, question) => {
      if (isFailure(answer) || question.view !== ready.value?.view || question.axis !== axis.value) return;
      this.keep(answer, question);
      this.changed('picture');
    },
  );

  private keep(image: MapImage, question: Question): void {
    const { x0, x1, y0, y1, width, height } = question;
    const view: MapView = { x: { from: x0, to: x1 }, y: { from: y0, to: y1 } };
    const pixels = new ImageData(image.pixels as Uint8ClampedArray<ArrayBuffer>, width, height);
    let canvas: HTMLCanvasElement | null = null;
    const picture: KeptPicture = {
      ...view,
      view: question.view,
      axis: question.axis,
      background: question.background,
      image: pixels,
      canvas: () => {
        canvas ??= canvasOf(pixels);
        return canvas;
      },
    };
    const before = this.last;
    this.exact = image.exact;
    this.last = picture;
    if (this.isWhole(view)) this.whole = picture;
    else if (this.whole && (this.whole.view !== picture.view || this.whole.axis !== picture.axis)) this.whole = null;
    if (before && before !== this.whole) this.spare = before.image.data.buffer;
  }

  private exact = false;

  private async sharpen(question: Question): Promise<void> {
    const shown = this.last;
    const current =
      shown &&
      sameView(shown, { x: { from: question.x0, to: question.x1 }, y: { from: question.y0, to: question.y1 } });
    // The quick one is still on its way, or it wasn't exact.
    if (!current || !this.exact) this.request({ ...question, exact: true });
    const answer = await call('mapLabels', {
      ...question,
      minWidth: LABEL_WIDTH * devicePixelRatio,
      minHeight: LABEL_HEIGHT * devicePixelRatio,
      most: MOST_LABELS,
    });
    if (question !== this.want) return;
    sharpening.value = false;
    if (isFailure(answer)) return;
    const perX = span({ from: question.x0, to: question.x1 }) / question.width;
    const perY = span({ from: question.y0, to: question.y1 }) / question.height;
    this.labels = answer.name.map((name, i) => {
      const [x, y] = [answer.x[i] as number, answer.y[i] as number];
      const [width, height] = [answer.width[i] as number, answer.height[i] as number];
      return {
        name,
        start: question.x0 + x * perX,
        end: question.x0 + (x + width) * perX,
        hi: question.y1 - y * perY,
        lo: question.y1 - (y + height) * perY,
        ink: toCss(inkFor(this.colorAt(x + width / 2, y + height / 2))),
      };
    });
    this.changed('labels');
  }

  /** The latest picture's colour at one of its pixels. */
  private colorAt(x: number, y: number): Rgb {
    const picture = this.last;
    if (!picture) return this.colors.free;
    const { data, width, height } = picture.image;
    const column = Math.min(width - 1, Math.max(0, Math.floor(x)));
    const row = Math.min(height - 1, Math.max(0, Math.floor(y)));
    const at = (row * width + column) * 4;
    return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
  }

  /** Forgets what belongs to another space or axis. */
  forget(): void {
    this.last = null;
    this.whole = null;
    this.labels = [];
  }

  destroy(): void {
    clearTimeout(this.timer);
    this.want = null;
    sharpening.value = false;
  }
}

function canvasOf(image: ImageData): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = image.width;
  canvas.height = image.height;
  canvas.getContext('2d')?.putImageData(image, 0, 0);
  return canvas;
}
