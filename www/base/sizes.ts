// Sizes as people type them and as XLA's messages print them: "15.75G", "16GiB", "80 GB", "1,610,612,736". The letters mean
// powers of 1024, as everywhere in XLA's texts; what was understood is shown next to where it was typed.

const POWERS = 'KMGTP';

/** Sizes above this are no longer exact to the byte (and no memory is that large). */
const MOST = 2 ** 53;

/** Bytes, rounded to whole ones; null if the text is no size. */
export function parseSize(text: string): number | null {
  const found = /^(\d+|\d{1,3}(?:[, ]\d{3})+)(\.\d+)?\s*(?:([KMGTP])(?:i?B)?|B|bytes?)?$/i.exec(text.trim());
  if (!found) return null;
  const [, whole = '', fraction = '', prefix = ''] = found;
  const power = prefix ? POWERS.indexOf(prefix.toUpperCase()) + 1 : 0;
  const bytes = Math.round(Number(whole.replaceAll(/[, ]/g, '') + fraction) * 1024 ** power);
  return bytes <= MOST ? bytes : null;
}
