// Axis ticks. Bytes step by powers of two of a binary unit (…, 256 MiB, 512 MiB, 1 GiB, 2 GiB, …), so labels are short
// and exact; program points step by 1, 2 or 5 times a power of ten and are whole numbers.
import { ticks as niceValues } from 'd3-array';
import { formatCount } from './bytes';
import type { Range } from './range';
import { span } from './range';

export interface Tick {
  readonly value: number;
  readonly label: string;
}

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'] as const;

/** The smallest power of two that gives at most `most` steps over `width` bytes (and is at least one byte). */
export function byteStep(width: number, most: number): number {
  if (!(width > 0)) return 1;
  return 2 ** Math.max(0, Math.ceil(Math.log2(width / Math.max(1, most))));
}

/**
 * Ticks inside the range, labelled exactly: "0", "512 MiB", "1 GiB". Zoomed in so far that this would take more than
 * three decimals, the first tick is labelled roughly and the others count from it: "40 MiB", "+8 KiB", "+16 KiB".
 */
export function byteTicks(range: Range, most: number): Tick[] {
  const step = byteStep(span(range), most);
  const first = Math.ceil(range.from / step) * step;
  const values: number[] = [];
  for (let value = first; value <= range.to; value += step) values.push(value);
  const exact = values.every((value) => Number.isInteger((value / unitOf(value)) * 8));
  return values.map((value, i) => ({
    value,
    label: exact || i === 0 ? byteLabel(value) : `+${byteLabel(value - first)}`,
  }));
}

function unitOf(value: number): number {
  let unit = 1;
  while (value >= unit * 1024) unit *= 1024;
  return unit;
}

function byteLabel(value: number): string {
  if (value === 0) return '0';
  let unit = 0;
  let scaled = value;
  while (unit < UNITS.length - 1 && scaled >= 1024) {
    scaled /= 1024;
    unit++;
  }
  const text = Number.isInteger(scaled) ? String(scaled) : scaled.toFixed(3).replace(/0+$/, '');
  return `${text} ${UNITS[unit]}`;
}

/** The top of a byte axis that shows `max`: the next multiple of a tick step at or above it, so the last tick closes it. */
export function niceByteTop(max: number, most: number): number {
  if (!(max > 0)) return 1;
  // Half steps keep a peak just above a power of two from leaving half of the chart empty.
  const half = byteStep(max, most) / 2;
  return Math.ceil(max / half) * half;
}

/** Whole-numbered ticks inside a range of program points. */
export function pointTicks(range: Range, most: number): Tick[] {
  const values = niceValues(range.from, range.to, Math.max(1, most));
  const ticks: Tick[] = [];
  for (const value of values) {
    if (Number.isInteger(value)) ticks.push({ value, label: formatCount(value) });
  }
  return ticks;
}
