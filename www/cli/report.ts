// The command line's outputs: listing, text overview, and the whole result as JSON.
import type { ModuleSummary, Overview, Session, SpaceView } from '#wasm/memory_viewer.js';
import { formatBytes, formatExact } from '../base/bytes';
import { type Capacity, fit, verdict, verdictDetail } from '../base/capacity';
import { type NoOrder, noOrderOf, peakLabel } from '../base/order';
import { placeOf } from '../engine/oom_text';

const TYPES = ['Parameter', 'Output', 'Thread-local', 'Constant', 'Temporary'];
const TOP = 10;
// memory_viewer.d.ts's Order; const enums do not cross files under isolatedModules.
const PROGRAM_ORDER = 0;
const SIZE_ORDER = 1;

/** One line for each module and space, tab-separated: module, space number, name, peak bytes, total bytes, file. */
export function listModules(session: Session): string {
  const files = session.files();
  const lines = session.modules().flatMap((module) => {
    const file = files[module.file]?.name ?? '';
    if (module.failure) return [`${module.title}\t-\t${module.failure.code}: ${module.failure.message}\t\t\t${file}`];
    return module.spaces.map((s) => `${module.title}\t${s.space}\t${s.name}\t${s.peakBytes}\t${s.totalBytes}\t${file}`);
  });
  return ['module\tspace\tname\tpeak bytes\ttotal bytes\tfile', ...lines].join('\n');
}

/** One line for each message, tab-separated: kind, place, needed bytes, capacity bytes, title. */
export function listReports(session: Session): string {
  const files = session.files();
  const lines = session.reports().map((report) => {
    const place = placeOf(report, files[report.file]?.name ?? '');
    return `${report.kind}\t${place}\t${report.neededBytes ?? ''}\t${report.capacityBytes ?? ''}\t${report.title}`;
  });
  return ['message\tplace\tneeded bytes\tcapacity bytes\ttitle', ...lines].join('\n');
}

const both = (bytes: number) => `${formatBytes(bytes)} (${formatExact(bytes)})`;

/** Whether it fits, and where in the program it no longer does. */
function verdictLines(view: SpaceView, capacity: Capacity | null, order: NoOrder | null): string[] {
  // Without the temporaries' allocation there is nothing to say it of.
  if (!capacity || order?.unknown.includes('temporaryAllocation')) return [];
  const { totalBytes, peakBytes } = view.overview();
  const [allocated, live] = [fit(totalBytes, capacity.usable), fit(peakBytes, capacity.usable)];
  const first = allocated.fits || order ? -1 : view.firstAbove(capacity.usable);
  return [
    verdict(capacity, allocated),
    `  ${verdictDetail(allocated, live)}`,
    ...(first >= 0 ? [`  live bytes first pass it at point ${first}, ${view.pointInfo(first).instruction}`] : []),
  ];
}

/** The peak and where it is, as far as it is known. */
function headline(o: Overview, order: NoOrder | null, instruction: string): string {
  const peak = `${peakLabel(order, o)} ${both(o.peakBytes)}`;
  if (order) return `${peak} order unknown`;
  if (o.trace < 0) return `${peak} the whole program long`;
  return `${peak} at point ${o.peakPoint} of ${o.points}${instruction ? `, ${instruction}` : ''}`;
}

/** The overview and the ten largest buffers at the peak. `format`: of the module's file. */
export function textReport(module: ModuleSummary, view: SpaceView, capacity: Capacity | null, format: string): string {
  const o = view.overview();
  const order = noOrderOf(format, o);
  const told = (term: NoOrder['unknown'][number]) => !order?.unknown.includes(term);
  const peak = view.pointInfo(o.peakPoint);
  const rows = view.rows(o.peakPoint, SIZE_ORDER, false, 0, TOP, false);
  const line = (label: string, bytes: number) => (bytes === 0 ? [] : [`  ${label.padEnd(28)}${both(bytes)}`]);
  const out = [
    `${module.title} · ${o.spaceName}`,
    headline(o, order, peak.instruction),
    ...line('parameters', o.parameterBytes),
    ...line('  of them donated', o.aliasedOutputBytes),
    ...line('outputs', o.outputBytes),
    ...line('constants', o.constantBytes),
    ...line('temporaries live', peak.temporaryBytes),
    `Total allocation ${both(o.totalBytes)}`,
    ...line('temporaries reserved', o.temporaryAllocationBytes),
    ...line('untraced temporaries', o.untracedTemporaryBytes),
    ...(told('reserved') ? line('fragmentation', Math.max(0, o.fragmentationBytes)) : []),
    ...line('overlap', Math.max(0, -o.fragmentationBytes)),
    ...line('unattributed', o.unattributedBytes),
    ...line('thread-local (not in total)', o.threadLocalBytes),
    ...(told('padding') ? line('padding at the peak', peak.paddingBytes) : []),
    ...(o.scopedVmemBytes > 0
      ? [`  ${'scoped VMEM on top'.padEnd(28)}${both(o.scopedVmemBytes)} in ${o.scopedVmemInstruction}`]
      : []),
    ...verdictLines(view, capacity, order),
    ...o.notes.map((note) => `Note: ${note.message} ${note.hint}`.trimEnd()),
    '',
    `Largest of ${rows.total} buffers${order || o.trace < 0 ? '' : ' at the peak'}:`,
  ];
  for (let i = 0; i < rows.buffer.length; i++) {
    const source = rows.source[i] ? `  ${rows.source[i]}` : '';
    out.push(
      `  ${formatBytes(rows.size[i] ?? 0).padStart(9)}  ${(TYPES[rows.type[i] ?? 0] ?? '').padEnd(12)} ${rows.name[i]}  ${rows.shape[i]}  ${rows.opName[i]}${source}`,
    );
  }
  return out.join('\n');
}

/** Everything the page can show for a module and space, as one JSON value. Bytes are numbers. */
export function jsonReport(module: ModuleSummary, view: SpaceView, capacity: Capacity | null): unknown {
  const overview: Overview = view.overview();
  const curve = view.curve(0, overview.points, overview.points);
  const rows = view.rows(overview.peakPoint, PROGRAM_ORDER, false, 0, overview.buffers, false);
  return {
    module,
    overview,
    peak: view.pointInfo(overview.peakPoint),
    capacity: capacity && {
      ...capacity,
      allocated: fit(overview.totalBytes, capacity.usable),
      live: fit(overview.peakBytes, capacity.usable),
      firstPointAbove: view.firstAbove(capacity.usable),
    },
    curve: { live: [...curve.liveMax], unpadded: [...curve.unpaddedMax], extent: [...curve.extentMax] },
    peakBuffers: [...rows.buffer].map((buffer) => {
      const card = view.card(buffer);
      return 'code' in card ? card : { ...card, type: TYPES[card.type], start: [...card.start], end: [...card.end] };
    }),
  };
}
