// A chart's paper: three canvases on top of each other (data, labels, hover) that follow the size of their host and the
// device's pixel ratio. Invalidating one layer repaints that one only. Draw functions work in CSS pixels.
import { schedule, scheduleSoon, unschedule } from './scheduler';

export const LAYERS = ['data', 'labels', 'hover'] as const;
export type Layer = (typeof LAYERS)[number];

/** Size in CSS pixels, and device pixels per CSS pixel. */
export interface Paper {
  readonly width: number;
  readonly height: number;
  readonly dpr: number;
}

export type DrawLayer = (ctx: CanvasRenderingContext2D, paper: Paper) => void;

export class Surface {
  private readonly host: HTMLElement;
  private readonly draw: Readonly<Record<Layer, DrawLayer>>;
  private readonly contexts: Record<Layer, CanvasRenderingContext2D>;
  private readonly observer: ResizeObserver;
  private readonly dirty = new Set<Layer>();
  private readonly resized: (paper: Paper) => void;
  private stopWatching: () => void = () => {};
  paper: Paper = { width: 0, height: 0, dpr: 1 };

  constructor(host: HTMLElement, draw: Readonly<Record<Layer, DrawLayer>>, resized: (paper: Paper) => void) {
    this.host = host;
    this.draw = draw;
    this.resized = resized;
    this.contexts = { data: this.layer(), labels: this.layer(), hover: this.layer() };
    this.observer = new ResizeObserver(() => this.measure());
    this.observer.observe(host);
    this.watchRatio();
    // The observer reports the first size too, after the caller is done constructing; measure() does so at once.
  }

  private layer(): CanvasRenderingContext2D {
    const canvas = document.createElement('canvas');
    canvas.className = 'layer';
    canvas.setAttribute('aria-hidden', 'true');
    this.host.append(canvas);
    const ctx = canvas.getContext('2d');
    if (!ctx) throw new Error('This browser gives no 2D canvas.');
    return ctx;
  }

  /** A window moved to another screen, or zoomed, changes the ratio without changing the host's size. */
  private watchRatio(): void {
    const query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    const listener = () => {
      this.stopWatching();
      this.watchRatio();
      this.measure();
    };
    query.addEventListener('change', listener);
    this.stopWatching = () => query.removeEventListener('change', listener);
  }

  /** Takes the host's size over, if it has changed, and draws. */
  measure(): void {
    const { clientWidth: width, clientHeight: height } = this.host;
    const dpr = devicePixelRatio;
    if (width === this.paper.width && height === this.paper.height && dpr === this.paper.dpr) return;
    this.paper = { width, height, dpr };
    for (const name of LAYERS) {
      const { canvas } = this.contexts[name];
      canvas.width = Math.round(width * dpr);
      canvas.height = Math.round(height * dpr);
      canvas.style.width = `${width}px`;
      canvas.style.height = `${height}px`;
    }
    this.resized(this.paper);
    // In the same frame as the resize, or the chart would flash empty.
    for (const name of LAYERS) this.dirty.add(name);
    this.paint();
  }

  invalidate(...layers: readonly Layer[]): void {
    for (const layer of layers) this.dirty.add(layer);
    schedule(this.paint);
  }

  /** The same for what an answer that is on its way will change again. */
  invalidateSoon(...layers: readonly Layer[]): void {
    for (const layer of layers) this.dirty.add(layer);
    scheduleSoon(this.paint);
  }

  private readonly paint = (): void => {
    const { width, height, dpr } = this.paper;
    for (const name of LAYERS) {
      if (!this.dirty.delete(name)) continue;
      const ctx = this.contexts[name];
      ctx.setTransform(dpr, 0, 0, dpr, 0, 0);
      ctx.clearRect(0, 0, width, height);
      if (width > 0 && height > 0) this.draw[name](ctx, this.paper);
    }
  };

  destroy(): void {
    unschedule(this.paint);
    this.stopWatching();
    this.observer.disconnect();
    for (const name of LAYERS) this.contexts[name].canvas.remove();
  }
}

/** The nearest device pixel border to a CSS coordinate: edges of filled areas are crisp there. */
export function snap(css: number, dpr: number): number {
  return Math.round(css * dpr) / dpr;
}

/** Where a line `width` device pixels wide is crisp near a CSS coordinate: the middle of a pixel for odd widths. */
export function snapLine(css: number, dpr: number, width = 1): number {
  return (Math.floor(css * dpr) + (width % 2) / 2) / dpr;
}
