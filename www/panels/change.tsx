// What changed between two program points: allocated, freed and kept bytes, biggest buffers first. The points are the
// selected range's (Shift and drag on curve or map), or the point shown against the peak or the local peak before it.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Change, PointInfo, Rows } from '#wasm/memory_viewer.js';
import { formatBytes, formatChange, formatCount, formatExact } from '../base/bytes';
import { call } from '../engine/client';
import { isFailure } from '../engine/messages';
import { clearRange, selectedRange, selectPoints } from '../state/range';
import { localPeaks } from '../state/scrub';
import { hover, togglePin } from '../state/selection';
import { overview, ready, shownPoint } from '../state/store';
import { choosePoint } from '../state/view';
import { CloseIcon } from './icons';
import { useMarks } from './marks';
import { Tip } from './tip';

/** Rows of each list, at first and when asked for more. */
const LISTED = 8;
const MORE = 500;

interface Answer {
  readonly view: number;
  readonly from: PointInfo;
  readonly to: PointInfo;
  readonly change: Change;
}

function Row({ rows, i, sign }: { rows: Rows; i: number; sign: string }) {
  const buffer = rows.buffer[i] as number;
  const size = rows.size[i] as number;
  const { marked, chosen } = useMarks(buffer, 'change-row');
  return (
    <li>
      <button
        type="button"
        class={marked}
        aria-pressed={chosen}
        title={rows.opName[i] || rows.shape[i]}
        onClick={() => togglePin(buffer)}
        onPointerEnter={() => hover(buffer)}
        onPointerLeave={() => hover(-1)}
        onFocus={() => hover(buffer)}
        onBlur={() => hover(-1)}
      >
        <i class={`swatch fill-${rows.type[i] ?? 0}`} />
        <code>{rows.name[i]}</code>
        <span title={formatExact(size)}>
          {sign}
          {formatBytes(size)}
        </span>
      </button>
    </li>
  );
}

function List({ rows, sign }: { rows: Rows; sign: string }) {
  return (
    <ol class="change-rows">
      {rows.name.map((_, i) => (
        <Row key={rows.buffer[i]} rows={rows} i={i} sign={sign} />
      ))}
    </ol>
  );
}

interface PartProps {
  readonly id: string;
  readonly title: string;
  readonly explain: string;
  readonly sign: string;
  readonly bytes: number;
  readonly count: number;
  readonly rows: Rows;
  readonly showMore: () => void;
}

function Part({ id, title, explain, sign, bytes, count, rows, showMore }: PartProps) {
  const rest = count - rows.name.length;
  return (
    <section class="change-part" aria-labelledby={`change-${id}`} data-testid={`change-${id}`}>
      <h3 id={`change-${id}`}>
        <Tip text={`${formatExact(bytes)}. ${explain}`}>
          {title}{' '}
          <b>
            {bytes > 0 ? sign : ''}
            {formatBytes(bytes)}
          </b>
        </Tip>{' '}
        <span class="muted">
          {formatCount(count)} {count === 1 ? 'buffer' : 'buffers'}
        </span>
      </h3>
      <List rows={rows} sign={sign} />
      {rest > 0 &&
        (rows.name.length < MORE ? (
          <button type="button" class="link" onClick={showMore}>
            {formatCount(rest)} smaller ones
          </button>
        ) : (
          <p class="muted">and {formatCount(rest)} smaller ones</p>
        ))}
    </section>
  );
}

function Point({ label, at }: { label: string; at: PointInfo }) {
  const peak = at.point === overview.value?.peakPoint;
  return (
    <>
      {label}{' '}
      <button
        type="button"
        class="link"
        title={at.instruction}
        onClick={() => choosePoint(peak ? null : at.point)}
        data-testid={`change-point-${label}`}
      >
        {peak ? 'the peak' : `point ${formatCount(at.point)}`}
      </button>{' '}
      <span class="muted">{formatBytes(at.liveBytes)}</span>
    </>
  );
}

/** Compares the point shown with the peak, whichever comes first. */
export function compareWithPeak(): void {
  const peak = overview.value?.peakPoint ?? -1;
  const point = shownPoint.value;
  if (peak < 0 || peak === point) return;
  void selectPoints({ from: Math.min(peak, point), to: Math.max(peak, point) });
}

/** Compares the point shown with the local peak before it. */
export async function compareWithPeakBefore(): Promise<void> {
  const point = shownPoint.value;
  const before = (await localPeaks()).findLast((peak) => peak < point);
  // Before the first one there is the beginning.
  if (point > 0 && point === shownPoint.value) void selectPoints({ from: before ?? 0, to: point });
}

export function ChangePanel() {
  const answer = useSignal<Answer | null>(null);
  const listed = useSignal(LISTED);
  const range = selectedRange.value;
  const view = ready.value?.view;
  const last = (overview.value?.points ?? 1) - 1;
  useEffect(() => {
    if (!range || view === undefined) {
      answer.value = null;
      return;
    }
    let current = true;
    // The state is the one right after an event, so a range that ends at the end of the program ends after its last.
    const [from, to] = [range.from, Math.min(range.to, last)];
    void Promise.all([
      call('points', { view, points: [from, to] }),
      call('change', { view, from, to, count: listed.value }),
    ]).then(([points, change]) => {
      if (!current || isFailure(points) || isFailure(change)) return;
      const [first, second] = points;
      if (first && second) answer.value = { view, from: first, to: second, change };
    });
    return () => {
      current = false;
    };
  }, [range, view, last, answer, listed.value]);
  // Another range begins with short lists again.
  useEffect(() => {
    if (!range) listed.value = LISTED;
  }, [range, listed]);
  const found = answer.value;
  if (!range || !found || found.view !== view) return null;
  const { change } = found;
  const showMore = () => {
    listed.value = MORE;
  };
  return (
    <section class="panel" aria-labelledby="change-title" data-testid="change">
      <header class="panel-head">
        <h2 id="change-title">
          What changed <b>{formatChange(found.to.liveBytes - found.from.liveBytes)}</b>
        </h2>
        <span class="change-points">
          <Point label="from" at={found.from} /> <Point label="to" at={found.to} />
        </span>
        <button
          type="button"
          class="icon-button"
          title="Let go of the range (Esc)"
          aria-label="Let go of the range"
          onClick={clearRange}
          data-testid="change-close"
        >
          <CloseIcon />
        </button>
      </header>
      <div class="change-parts">
        <Part
          id="allocated"
          title="Allocated"
          explain="Not live at the first point, live at the second."
          sign="+"
          bytes={change.allocatedBytes}
          count={change.allocatedCount}
          rows={change.allocated}
          showMore={showMore}
        />
        <Part
          id="freed"
          title="Freed"
          explain="Live at the first point, no longer at the second."
          sign="−"
          bytes={change.freedBytes}
          count={change.freedCount}
          rows={change.freed}
          showMore={showMore}
        />
        <Part
          id="kept"
          title="Kept"
          explain="Live at both points."
          sign=""
          bytes={change.keptBytes}
          count={change.keptCount}
          rows={change.kept}
          showMore={showMore}
        />
      </div>
    </section>
  );
}
