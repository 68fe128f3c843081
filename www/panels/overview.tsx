// The answer in three seconds: how much at the peak, where in the program, of what; then the figures behind it.
import type { Overview, PointInfo } from '#wasm/memory_viewer.js';
import { formatBytes, formatCount, formatExact, formatShare } from '../base/bytes';
import { peakLabel } from '../base/order';
import { capacity } from '../state/capacity';
import { noOrder } from '../state/order';
import { atPeak, overview, pointInfo, shownPoint } from '../state/store';
import { choosePoint } from '../state/view';
import { InfoIcon } from './icons';
import { sumOf } from './parts';
import { Prose } from './prose';
import { SumBar } from './sum_bar';
import { Tip } from './tip';
import { VerdictLine } from './verdict';
import { EXPLAIN, type Term } from './words';

interface Figure {
  readonly term: Term;
  readonly label: string;
  readonly value: string;
  readonly extra?: string;
  readonly exact: string;
}

function bytesFigure(term: Term, label: string, bytes: number, extra?: string): Figure {
  return { term, label, value: formatBytes(bytes), exact: formatExact(bytes), ...(extra ? { extra } : {}) };
}

function figures(facts: Overview, at: PointInfo | null): Figure[] {
  const list: Figure[] = [];
  if (at) list.push(bytesFigure('padding', 'Padding', at.paddingBytes, formatShare(at.paddingBytes, at.liveBytes)));
  if (at) {
    const figure = bytesFigure('unpadded', 'Unpadded', at.unpaddedBytes);
    const differs = atPeak.value && facts.xprofUnpaddedPeakBytes !== at.unpaddedBytes;
    const xprof = differs
      ? ` (XProf, which counts no padding of parameters: ${formatExact(facts.xprofUnpaddedPeakBytes)})`
      : '';
    list.push({ ...figure, exact: figure.exact + xprof });
  }
  list.push(
    bytesFigure(
      'reserved',
      'Fragmentation',
      facts.fragmentationBytes,
      formatShare(facts.fragmentationBytes, facts.totalBytes),
    ),
    bytesFigure('temporaryAllocation', 'Temporaries reserved', facts.temporaryAllocationBytes),
  );
  if (at && facts.trace >= 0 && !noOrder.value) list.push(bytesFigure('extent', 'Extent', at.extentBytes));
  if (facts.aliasedOutputBytes > 0) list.push(bytesFigure('donated', 'Donated', facts.aliasedOutputBytes));
  if (facts.threadLocalBytes > 0) list.push(bytesFigure('threadLocal', 'Thread-local', facts.threadLocalBytes));
  if (facts.scopedVmemBytes > 0) {
    const figure = bytesFigure('scopedVmem', 'Scoped VMEM', facts.scopedVmemBytes);
    list.push({ ...figure, exact: `${figure.exact} in ${facts.scopedVmemInstruction}` });
  }
  // Nearly always a little different; a figure of its own only where one can see it.
  if (at && atPeak.value && formatBytes(facts.xprofUnpaddedPeakBytes) !== formatBytes(at.unpaddedBytes)) {
    list.push(bytesFigure('xprofUnpadded', 'Unpadded in XProf', facts.xprofUnpaddedPeakBytes));
  }
  const unknown: readonly Term[] = noOrder.value?.unknown ?? [];
  return list.filter(({ term }) => !unknown.includes(term));
}

function Headline({ facts, at }: { facts: Overview; at: PointInfo | null }) {
  const peak = atPeak.value;
  const bytes = peak ? facts.peakBytes : (at?.liveBytes ?? 0);
  return (
    <h1 class="headline" data-testid="headline">
      <span class="headline-label">{peak ? peakLabel(noOrder.value, facts) : 'Live'}</span>{' '}
      <Tip
        class="headline-value"
        text={`${formatExact(bytes)}. ${peak ? EXPLAIN.peak : 'Bytes live at the chosen program point.'}`}
      >
        {formatBytes(bytes)}
      </Tip>
      {facts.trace < 0 && !noOrder.value && <span class="headline-where"> the whole program long</span>}
      {facts.trace >= 0 && !noOrder.value && (
        <span class="headline-where">
          {' at '}
          <Tip text={EXPLAIN.point}>
            point {formatCount(shownPoint.value)} of {formatCount(facts.points)}
          </Tip>
          {at?.instruction && (
            <>
              {' '}
              <span class="headline-dot">· </span>
              <code title={at.computation}>{at.instruction}</code>
            </>
          )}
        </span>
      )}
      {!peak && (
        <button type="button" class="link" onClick={() => choosePoint(null)} data-testid="back-to-peak">
          Back to the peak, {formatBytes(facts.peakBytes)}
        </button>
      )}
    </h1>
  );
}

export function OverviewPanel() {
  const facts = overview.value;
  if (!facts) return null;
  const at = pointInfo.value?.point === shownPoint.value ? pointInfo.value : null;
  const sum = at ? sumOf(facts, at) : sumOf(facts);
  return (
    <section class="panel overview" aria-label="Overview" data-testid="overview">
      <Headline facts={facts} at={at} />
      <SumBar
        sum={sum}
        liveLabel={atPeak.value ? peakLabel(noOrder.value, facts) : 'Live'}
        limit={capacity.value?.usable ?? null}
      />
      <VerdictLine />
      <dl class="figures" data-testid="figures">
        {figures(facts, at).map((figure) => (
          <div key={figure.label} class="figure">
            <dt>{figure.label}</dt>
            <dd>
              <Tip text={`${figure.exact}. ${EXPLAIN[figure.term]}`}>
                {figure.value}
                {figure.extra && <span class="figure-extra"> {figure.extra}</span>}
              </Tip>
            </dd>
          </div>
        ))}
      </dl>
      {facts.notes.length > 0 && (
        <ul class="notes" data-testid="notes">
          {facts.notes.map((note) => (
            <li key={note.code + note.message} class="note">
              <InfoIcon />
              <span>
                <Prose text={note.message} />{' '}
                {note.hint && (
                  <span class="muted">
                    <Prose text={note.hint} />
                  </span>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
