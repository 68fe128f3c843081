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

/** Ticks inside the range. All labels of one axis use the unit of its step's order, e.g. "0", "512 MiB", "1 GiB". */
export function byteTicks(range: Range, most: number): Tick[] {
  const step = byteStep(span(range), most);
  const ticks: Tick[] = [];
  for (let value = Math.ceil(range.from / step) * step; value <= range.to; value += step) {
    ticks.push({ value, label: byteLabel(value) });
  }
  return ticks;
}

function byteLabel(value: number): string {
  if (value === 0) return '0';
  let unit = 0;
  let scaled = value;
  while (unit < UNITS.length - 1 && scaled >= 1024) {
    scaled /= 1024;
    unit++;
  }
  // At most three decimals: a deep zoom far from zero (12.114 GiB) must still tell neighbours apart.
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
