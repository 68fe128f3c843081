// The map's colours: which of the stylesheet's colours each class of the legend gets. Allocation types keep their own
// everywhere; names (data types, opcodes, layers) get ten that colour-blind people can tell apart and grey for the rest;
// shares of padding and lifetime get a scale that only grows.
import { parseColor, type Rgb } from '../base/color';
import { COLOR_BY } from '../engine/orders';

/** How many named classes have a colour of their own; what comes after is "other". */
export const NAMED = 10;
export const STEPS = 5;

export interface MapColorSet {
  readonly types: readonly Rgb[];
  readonly names: readonly Rgb[];
  readonly other: Rgb;
  readonly padding: readonly Rgb[];
  readonly lifetime: readonly Rgb[];
  readonly free: Rgb;
}

export function readMapColors(element: Element): MapColorSet {
  const style = getComputedStyle(element);
  const read = (name: string): Rgb => parseColor(style.getPropertyValue(name));
  const list = (name: string, count: number) => Array.from({ length: count }, (_, i) => read(`--${name}-${i}`));
  return {
    types: list('type', 5),
    names: list('class', NAMED),
    other: read('--class-other'),
    padding: list('waste', STEPS),
    lifetime: list('life', STEPS),
    free: read('--map-free'),
  };
}

/** The colour of a class. `label` tells "other" and "none". */
export function classColor(colors: MapColorSet, by: number, index: number, label: string): Rgb {
  const scales: Readonly<Record<number, readonly Rgb[]>> = {
    [COLOR_BY.type]: colors.types,
    [COLOR_BY.padding]: colors.padding,
    [COLOR_BY.lifetime]: colors.lifetime,
  };
  const scale = scales[by];
  if (scale) return scale[index] ?? colors.other;
  return label === 'none' ? colors.other : (colors.names[index] ?? colors.other);
}

/** The name of the CSS variable of the same colour, for swatches. */
export function classVariable(by: number, index: number, label: string): string {
  if (by === COLOR_BY.type) return `--type-${index}`;
  if (by === COLOR_BY.padding) return `--waste-${index}`;
  if (by === COLOR_BY.lifetime) return `--life-${index}`;
  return label === 'none' || index >= NAMED ? '--class-other' : `--class-${index}`;
}

/** 0xAABBGGRR, as the core paints. */
export function pack([r, g, b]: Rgb, alpha = 255): number {
  const byte = (value: number) => Math.round(value) & 255;
  return ((alpha << 24) | (byte(b) << 16) | (byte(g) << 8) | byte(r)) >>> 0;
}
