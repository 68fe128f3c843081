// Out-of-memory messages as text for the command line.
import type { OomAllocation, OomReport, Session } from '#wasm/memory_viewer.js';
import { formatBytes } from '../base/bytes';

const TOP = 10;

const sized = (bytes: number | null) => (bytes === null ? '?' : formatBytes(bytes));

function allocationLine(a: OomAllocation): string {
  const padding = a.expansion >= 1.05 ? `  ${a.expansion.toFixed(1)}x with padding` : '';
  const count = a.count > 1 ? ` × ${a.count}` : '';
  const source = a.sourceFile ? `  ${a.sourceFile}:${a.sourceLine}` : '';
  const name = a.opName || a.label.slice(0, 60);
  return `  ${sized(a.sizeBytes).padStart(10)}${count}  ${a.type.padEnd(10)} ${a.shape}${padding}  ${name}${source}`;
}

/** Where a report was found: "train.log:1234 (8 copies)". */
export function placeOf(report: OomReport, session: Session): string {
  const file = session.files()[report.file]?.name ?? '';
  return `${file}:${report.line}${report.count > 1 ? ` (${report.count} copies)` : ''}`;
}

/** One message: what ran out, its parts, the largest allocations, what to do next. */
export function reportText(report: OomReport, session: Session): string {
  const parts = report.parts.filter((part) => part.bytes !== 0);
  const shown = report.allocations.slice(0, TOP);
  return [
    `${placeOf(report, session)}: ${report.isError ? '' : 'no failure: '}${report.title}`,
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

/** One line for each message, tab-separated: kind, place, needed bytes, capacity bytes, title. */
export function listReports(session: Session): string {
  const lines = session
    .reports()
    .map((r) => `${r.kind}\t${placeOf(r, session)}\t${r.neededBytes ?? ''}\t${r.capacityBytes ?? ''}\t${r.title}`);
  return ['message\tplace\tneeded bytes\tcapacity bytes\ttitle', ...lines].join('\n');
}
