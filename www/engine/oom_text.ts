// Out-of-memory messages as text: what the command line prints and what the page copies.
import type { OomAllocation, OomReport } from '#wasm/memory_viewer.js';
import { formatBytes, formatFactor } from '../base/bytes';

const TOP = 10;

const sized = (bytes: number | null) => (bytes === null ? 'unknown' : formatBytes(bytes));

function allocationLine(a: OomAllocation): string {
  const padding = a.expansion >= 1.05 ? `  ${formatFactor(a.expansion)} with padding` : '';
  const count = a.count > 1 ? ` × ${a.count}` : '';
  const source = a.sourceFile ? `  ${a.sourceFile}:${a.sourceLine}` : '';
  const name = a.opName || a.label.slice(0, 60);
  return `  ${sized(a.sizeBytes).padStart(10)}${count}  ${a.type.padEnd(10)} ${a.shape}${padding}  ${name}${source}`;
}

/** Where a report was found: "train.log:1234 (8 copies)". */
export function placeOf(report: OomReport, file: string): string {
  return `${file}:${report.line}${report.count > 1 ? ` (${report.count} copies)` : ''}`;
}

/** One message: what ran out, its parts, the largest allocations, what to do next. `file`: the name of its file. */
export function reportText(report: OomReport, file: string): string {
  const parts = report.parts.filter((part) => part.bytes !== 0);
  const shown = report.allocations.slice(0, TOP);
  return [
    `${placeOf(report, file)}: ${report.isError ? '' : 'no failure: '}${report.title}`,
    ...parts.map((part) => `  ${`${part.group === 'program' ? '  ' : ''}${part.name}`.padEnd(34)}${sized(part.bytes)}`),
    ...(shown.length > 0 ? [`Largest of ${report.allocations.length} allocations listed:`] : []),
    ...shown.map(allocationLine),
    ...(report.advice.length > 0 ? ['What to do next:'] : []),
    ...report.advice.flatMap((advice, i) => [
      `  ${i + 1}. ${advice.text}`,
      ...(advice.command ? [`       ${advice.command}`] : []),
    ]),
  ].join('\n');
}
