// Colour arithmetic on sRGB triples: parsing what CSS variables hold, mixing, contrast, and the small stable lightness
// variation that tells neighbours of one allocation type apart.

export type Rgb = readonly [number, number, number];

/** "#rgb", "#rrggbb", "rgb(1 2 3)" or "rgb(1, 2, 3)"; anything else is black. */
export function parseColor(text: string): Rgb {
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())?.[1];
  if (hex) {
    const long = hex.length === 3 ? hex.replace(/./g, '$&$&') : hex;
    const n = Number.parseInt(long, 16);
    return [(n >> 16) & 255, (n >> 8) & 255, n & 255];
  }
  const parts = /^rgba?\(\s*([\d.]+)[\s,]+([\d.]+)[\s,]+([\d.]+)/.exec(text.trim());
  return parts ? [Number(parts[1]), Number(parts[2]), Number(parts[3])] : [0, 0, 0];
}

export function toCss(color: Rgb, alpha = 1): string {
  const [r, g, b] = color.map(Math.round);
  return alpha === 1 ? `rgb(${r} ${g} ${b})` : `rgb(${r} ${g} ${b} / ${alpha})`;
}

/** a at share 0, b at share 1. */
export function mix(a: Rgb, b: Rgb, share: number): Rgb {
  return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share];
}

function linear(channel: number): number {
  const c = channel / 255;
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
}

/** WCAG relative luminance, 0 to 1. */
export function luminance(color: Rgb): number {
  return 0.2126 * linear(color[0]) + 0.7152 * linear(color[1]) + 0.0722 * linear(color[2]);
}

/** WCAG contrast ratio, 1 to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const la = luminance(a);
  const lb = luminance(b);
  return (Math.max(la, lb) + 0.05) / (Math.min(la, lb) + 0.05);
}

/** How many shades of a colour there are. */
export const SHADES = 5;

/** A shade for an id: the same id gets the same shade in every view, neighbouring ids get different ones. */
export function shadeOf(id: number): number {
  // A Fibonacci hash: ids that follow each other land far apart.
  return (Math.imul(id + 1, 0x9e3779b1) >>> 16) % SHADES;
}

export const WHITE: Rgb = [255, 255, 255];
export const BLACK: Rgb = [16, 18, 22];

/** Black or white, whichever reads better on a colour. */
export function inkFor(color: Rgb): Rgb {
  return contrast(color, WHITE) >= contrast(color, BLACK) ? WHITE : BLACK;
}

const SHADE_STEP = 0.065;

/** The colour in one of SHADES lightnesses: 0 is the colour, the others lead away from its ink, so text reads on all. */
export function shade(color: Rgb, index: number): Rgb {
  return mix(color, inkFor(color) === WHITE ? BLACK : WHITE, index * SHADE_STEP);
}
