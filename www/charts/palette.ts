// The charts' colours, read from the stylesheet so that light, dark and high contrast are decided in one place (CSS).
// Patterns carry meaning: diagonal hatching is padding, upright lines are many small buffers together.
import { BLACK, inkFor, luminance, mix, parseColor, type Rgb, SHADES, shade, toCss } from '../base/color';

/** What a fill can be; a string in draw-log tests. */
export type Fill = string | CanvasPattern;

export interface Palette {
  readonly ink: string;
  readonly muted: string;
  readonly grid: string;
  readonly surface: string;
  readonly accent: string;
  /** The capacity's line, and what lies above it. */
  readonly limit: string;
  readonly font: string;
  readonly monoFont: string;
  /** A buffer's colour: allocation type and shade (see shadeOf). */
  solid(type: number, shade: number): Fill;
  /** The padding part of a buffer. */
  padding(type: number, shade: number): Fill;
  /** Many small buffers together. */
  many(type: number): Fill;
  /** A pale area of that type, for the curve. */
  tint(type: number): Fill;
  /** Text on top of `solid`, whatever the shade. */
  inkOn(type: number): string;
  /** Line or text in the type's colour on the page's surface. */
  line(type: number): string;
}

const TYPES = 5;

/** Reads the palette that applies to an element now. */
export function readPalette(element: Element): Palette {
  const style = getComputedStyle(element);
  const read = (name: string): Rgb => parseColor(style.getPropertyValue(name));
  const surface = read('--surface');
  // On dark, light lines glare: less contrast between them.
  const many = luminance(surface) < 0.2 ? { back: 0.6, line: 0.34 } : { back: 0.55, line: 0.15 };
  const shades = Array.from({ length: TYPES }, (_, type) => {
    const color = read(`--type-${type}`);
    return Array.from({ length: SHADES }, (_, index) => shade(color, index));
  });
  const at = (type: number, index: number): Rgb => shades[type]?.[index] ?? BLACK;
  const patterns = new Map<string, Fill>();
  const pattern = (key: string, make: () => Fill): Fill => {
    const known = patterns.get(key);
    if (known) return known;
    const made = make();
    patterns.set(key, made);
    return made;
  };
  return {
    ink: toCss(read('--ink')),
    muted: toCss(read('--muted')),
    grid: toCss(read('--grid')),
    surface: toCss(surface),
    accent: toCss(read('--accent')),
    limit: toCss(read('--warn')),
    font: `11px ${style.getPropertyValue('--font')}`,
    monoFont: `11px ${style.getPropertyValue('--mono')}`,
    solid: (type, index) => toCss(at(type, index)),
    padding: (type, index) =>
      pattern(`p${type}.${index}`, () => diagonal(mix(at(type, index), surface, 0.78), at(type, index))),
    many: (type) =>
      pattern(`m${type}`, () => upright(mix(at(type, 0), surface, many.back), mix(at(type, 0), surface, many.line))),
    tint: (type) => toCss(mix(at(type, 0), surface, 0.72)),
    inkOn: (type) => toCss(inkFor(at(type, 0))),
    line: (type) => toCss(at(type, 0)),
  };
}

/** A square tile drawn in device pixels and laid so that it stays crisp under a scaled context. */
function tile(size: number, draw: (ctx: CanvasRenderingContext2D, pixels: number) => void): CanvasPattern | null {
  const dpr = Math.max(1, devicePixelRatio);
  const pixels = Math.round(size * dpr);
  const canvas = document.createElement('canvas');
  canvas.width = pixels;
  canvas.height = pixels;
  const ctx = canvas.getContext('2d');
  if (!ctx) return null;
  draw(ctx, pixels);
  const made = ctx.createPattern(canvas, 'repeat');
  made?.setTransform(new DOMMatrix().scale(size / pixels));
  return made;
}

function diagonal(back: Rgb, line: Rgb): Fill {
  const made = tile(6, (ctx, n) => {
    ctx.fillStyle = toCss(back);
    ctx.fillRect(0, 0, n, n);
    ctx.strokeStyle = toCss(line);
    ctx.lineWidth = n / 4;
    ctx.beginPath();
    for (const shift of [-n, 0, n]) {
      ctx.moveTo(shift - 1, n + 1);
      ctx.lineTo(shift + n + 1, -1);
    }
    ctx.stroke();
  });
  return made ?? toCss(back);
}

function upright(back: Rgb, line: Rgb): Fill {
  const made = tile(3, (ctx, n) => {
    ctx.fillStyle = toCss(back);
    ctx.fillRect(0, 0, n, n);
    ctx.fillStyle = toCss(line);
    ctx.fillRect(0, 0, Math.round(n / 2), n);
  });
  return made ?? toCss(back);
}
