// Sizes as people read them. Binary units only ("MiB" is 2^20); the exact number of bytes is always one call away. Numbers
// of one magnitude have the same number of decimals, so that columns line up.

export const KiB = 1024;
export const MiB = 1024 * KiB;
export const GiB = 1024 * MiB;
export const TiB = 1024 * GiB;

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'] as const;
const GROUPS = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** 1441 → "1,441". */
export function formatCount(n: number): string {
  return GROUPS.format(n);
}

function decimals(value: number): number {
  if (value >= 1000) return 0;
  return value >= 100 ? 1 : 2;
}

/** Bytes with the largest unit that keeps the number at 1 or above: "12.11 GiB", "336.0 MiB", "−1.50 KiB", "512 B". */
export function formatBytes(bytes: number): string {
  const size = Math.abs(bytes);
  const sign = bytes < 0 ? '−' : '';
  let unit = 0;
  let value = size;
  while (unit < UNITS.length - 1) {
    // Promote when rounding would print 1024 of a unit.
    const shown = unit === 0 ? value : Number(value.toFixed(decimals(value)));
    if (shown < 1024) break;
    value /= 1024;
    unit++;
  }
  return `${sign}${unit === 0 ? value : value.toFixed(decimals(value))} ${UNITS[unit]}`;
}

/** As formatBytes but always signed: "+64.00 MiB", "−64.00 MiB", "±0 B". */
export function formatChange(bytes: number): string {
  if (bytes === 0) return '±0 B';
  return bytes > 0 ? `+${formatBytes(bytes)}` : formatBytes(bytes);
}

/** "12,694,122,496 bytes". */
export function formatExact(bytes: number): string {
  const n = formatCount(Math.abs(bytes));
  return `${bytes < 0 ? '−' : ''}${n} ${Math.abs(bytes) === 1 ? 'byte' : 'bytes'}`;
}

/** A share of a whole in percent: "0%", "<0.1%", "1.5%", "42%", "100%". Never rounds to 0 or 100 what isn't. */
export function formatShare(part: number, whole: number): string {
  if (whole === 0 || part === 0) return '0%';
  const share = (part / whole) * 100;
  const size = Math.abs(share);
  const sign = share < 0 ? '−' : '';
  if (size < 0.1) return sign ? '>−0.1%' : '<0.1%';
  if (size < 10) return `${sign}${size.toFixed(1)}%`;
  if (size > 99 && size < 100) return `${sign}${Math.min(size, 99.9).toFixed(1)}%`;
  return `${sign}${size.toFixed(0)}%`;
}

/** How many times larger: "1×", "1.02×", "128×". */
export function formatFactor(factor: number): string {
  if (!Number.isFinite(factor)) return '∞×';
  const text = factor >= 100 ? factor.toFixed(0) : factor >= 10 ? factor.toFixed(1) : factor.toFixed(2);
  return `${text.replace(/\.?0+$/, (zeros) => (text.includes('.') ? '' : zeros))}×`;
}
