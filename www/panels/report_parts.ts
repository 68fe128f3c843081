// An out-of-memory message as a bar: what is needed, in parts, against what there is. Numbers the message does not have
// are left out, never taken for zero.
import type { OomPart, OomReport } from '#wasm/memory_viewer.js';
import { formatBytes } from '../base/bytes';

export interface ReportPiece {
  readonly name: string;
  /** null: the message names it without a size. */
  readonly bytes: number | null;
  /** Class of its colour. */
  readonly fill: string;
}

export interface ReportBar {
  readonly pieces: readonly ReportPiece[];
  /** Bytes of all pieces that have a width, from left to right. */
  readonly sum: number;
  /** What the pieces must not go beyond; null: not told. */
  readonly limit: { readonly label: string; readonly bytes: number /** Its sum. */; readonly text?: string } | null;
  /** The bar's full width in bytes. */
  readonly whole: number;
}

/** At run time the message is about one request, not about a program's sum. */
export function atRunTime(report: OomReport): boolean {
  return ['device-buffer', 'program-load', 'runtime', 'allocator'].includes(report.kind);
}

/** Colours as elsewhere on the page where the part is one of the allocation types. */
const FILLS: readonly (readonly [RegExp, string])[] = [
  [/temp/i, 'fill-4'],
  [/argument|parameter/i, 'fill-0'],
  [/output|live.?out/i, 'fill-1'],
  [/constant/i, 'fill-3'],
  [/^reserved/i, 'fill-2'],
  [/^program$/i, 'fill-program'],
];
const OTHERS = ['fill-other-0', 'fill-other-1', 'fill-other-2', 'fill-other-3'];

function piecesOf(parts: readonly OomPart[]): ReportPiece[] {
  let others = 0;
  return parts.map(({ name, bytes }) => {
    const known = FILLS.find(([pattern]) => pattern.test(name));
    return { name, bytes, fill: known ? known[1] : (OTHERS[others++ % OTHERS.length] as string) };
  });
}

/** A piece without a positive size has no width. */
const widthOf = (piece: ReportPiece) => Math.max(0, piece.bytes ?? 0);
export const widthsOf = (pieces: readonly ReportPiece[]) => pieces.reduce((sum, piece) => sum + widthOf(piece), 0);

/** Sizes are printed with three or four digits: less than this share is rounding. */
const ROUNDING = 0.005;

function withRest(pieces: readonly ReportPiece[], needed: number | null): readonly ReportPiece[] {
  const rest = (needed ?? 0) - widthsOf(pieces);
  if (needed === null || rest <= needed * ROUNDING) return pieces;
  return [...pieces, { name: 'not broken down', bytes: rest, fill: 'fill-free' }];
}

function bar(pieces: readonly ReportPiece[], limit: ReportBar['limit']): ReportBar | null {
  const sum = widthsOf(pieces);
  if (sum <= 0) return null;
  // A goal below zero has no place on a bar; it is among the figures.
  const drawn = limit && limit.bytes > 0 ? limit : null;
  return { pieces, sum, limit: drawn, whole: Math.max(sum, drawn?.bytes ?? 0) };
}

/** Sizes in messages have two decimals of their unit: how far a sum of parts may be off by rounding alone. */
const ROUNDED_BY = 0.005;

const near = (x: number, y: number, terms: number) => {
  const unit = 1024 ** Math.floor(Math.log2(Math.max(1, Math.abs(y))) / 10);
  return Math.abs(x - y) <= terms * ROUNDED_BY * unit;
};

/** At compile time. Some messages give the capacity that is left beside what is reserved, and what is needed of that. */
function compileLimit(report: OomReport, pieces: readonly ReportPiece[]): ReportBar['limit'] {
  const { neededBytes, capacityBytes } = report;
  if (capacityBytes === null) return null;
  const limit = { label: limitWord(report), bytes: capacityBytes };
  const reserved = pieces.find(({ name }) => /^reserved/i.test(name))?.bytes ?? 0;
  if (neededBytes === null || reserved <= 0) return limit;
  const sum = widthsOf(pieces);
  const [within, beside] = [
    near(sum, neededBytes, pieces.length + 1),
    near(sum, neededBytes + reserved, pieces.length + 1),
  ];
  if (!beside || within) return limit;
  return {
    label: limit.label,
    text: `${formatBytes(capacityBytes)} + ${formatBytes(reserved)} reserved`,
    // What is beyond is what the message says, whatever its parts were rounded to.
    bytes: report.exceededBytes === null ? capacityBytes + reserved : sum - report.exceededBytes,
  };
}

/** What is needed against what there is; null: the message has no number to draw. */
export function neededBar(report: OomReport): ReportBar | null {
  const { neededBytes, capacityBytes, freeBytes } = report;
  const total = piecesOf(report.parts.filter(({ group }) => group === 'total'));
  if (!atRunTime(report)) {
    const limit = compileLimit(report, total);
    if (widthsOf(total) > 0) return bar(withRest(total, neededBytes), limit);
    return bar([{ name: 'needed', bytes: neededBytes, fill: 'fill-4' }], limit);
  }
  const asked: ReportPiece = { name: 'asked for', bytes: neededBytes, fill: 'fill-4' };
  if (capacityBytes !== null && freeBytes !== null) {
    const used: ReportPiece = { name: 'in use', bytes: capacityBytes - freeBytes, fill: 'fill-2' };
    return bar([used, asked], { label: 'capacity', bytes: capacityBytes });
  }
  // A request alone, with nothing to hold it against, is no picture.
  return freeBytes === null ? null : bar([asked], { label: 'free', bytes: freeBytes });
}

export function limitWord(report: OomReport): string {
  if (report.kind === 'scoped-vmem') return 'limit';
  return report.kind === 'rematerialization' ? 'goal' : 'capacity';
}

/** The program's own parts; at run time what the compiler planned. null: there are none. */
export function programBar(report: OomReport): ReportBar | null {
  // The allocator's numbers are of the whole device.
  if (report.kind === 'allocator') return null;
  if (atRunTime(report)) return bar(piecesOf(report.parts.filter(({ group }) => group === 'total')), null);
  const pieces = piecesOf(report.parts.filter(({ group }) => group === 'program'));
  return bar(pieces, null);
}

/** Where the program's piece begins in the bar of what is needed, and how much of the bar it is; both shares of 1. */
export function programPlace(needed: ReportBar): { readonly from: number; readonly width: number } | null {
  const at = needed.pieces.findIndex(({ name }) => name === 'program');
  const piece = needed.pieces[at];
  if (!piece || widthOf(piece) <= 0) return null;
  return { from: widthsOf(needed.pieces.slice(0, at)) / needed.whole, width: widthOf(piece) / needed.whole };
}
