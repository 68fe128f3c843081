// The details card as plain text (for "copy all") and the small derivations it shows. Pure.
import type { BufferCard } from '#wasm/memory_viewer.js';
import { formatBytes, formatCount, formatExact, formatFactor } from '../base/bytes';
import { TYPE_NAMES } from '../engine/orders';

/** "points 12–640 (629)" for each lifetime; words where there is none. `points` null: the order is not known. */
export function lifetimeText(card: BufferCard, points: number | null): string {
  if (card.wholeProgram) return 'whole program';
  if (points === null) return 'not in this kind of file';
  if (!card.lifetimeKnown || card.start.length === 0) return 'unknown: no heap simulator trace mentions it';
  return Array.from(card.start, (start, i) => {
    const end = card.end[i] as number;
    const upTo = end >= points ? 'the end' : formatCount(end);
    return `point ${formatCount(start)} to ${upTo} (${formatCount(end - start)})`;
  }).join(', ');
}

export function wasteText(card: BufferCard): string {
  const waste = card.sizeBytes - card.unpaddedBytes;
  if (waste <= 0) return 'none';
  return `${formatBytes(waste)}, ${formatFactor(card.sizeBytes / card.unpaddedBytes)} expansion`;
}

export function sourceText(card: BufferCard): string {
  if (!card.sourceFile) return '';
  return card.sourceLine > 0 ? `${card.sourceFile}:${card.sourceLine}` : card.sourceFile;
}

const linksText = (links: BufferCard['copiedFrom']): string =>
  links.map((link) => `${link.spaceName}: ${link.name}`).join(', ');

/** Everything on the card, one field a line; made to be pasted into a bug report. */
export function cardText(card: BufferCard, points: number | null): string {
  const lines: [string, string][] = [
    ['Buffer', `${card.name} (id ${card.id})`],
    ['Size', `${formatBytes(card.sizeBytes)} (${formatExact(card.sizeBytes)})`],
    ['Unpadded size', `${formatBytes(card.unpaddedBytes)} (${formatExact(card.unpaddedBytes)})`],
    ['Padding', wasteText(card) + (card.paddingReason ? `; ${card.paddingReason}` : '')],
    ['Shape', card.shape],
    ['Framework op', card.opName],
    ['Opcode', card.opcode],
    ['Parameter', card.parameter],
    ['Allocation type', TYPE_NAMES[card.type] ?? ''],
    ['Memory space', card.spaceName],
    ['Allocation', card.allocation < 0 ? 'not assigned' : `${card.allocation} (${formatBytes(card.allocationBytes)})`],
    ['Offset', card.allocation < 0 ? '' : formatExact(card.offset)],
    ['Lifetime', lifetimeText(card, points)],
    ['Source', sourceText(card)],
    ['Stack', card.stack.join('\n  ')],
    ['Copied from', linksText(card.copiedFrom)],
    ['Copied to', linksText(card.copiedTo)],
    ['Shares memory with', card.sharers.join(', ')],
  ];
  return lines
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}
