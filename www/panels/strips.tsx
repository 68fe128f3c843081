// The buffers live at the peak (or the point shown) as three strips: by program order, by size, by padding. One
// selection runs through all of them, the curve and the card.
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { formatBytes, formatCount, formatShare } from '../base/bytes';
import { clamp } from '../base/range';
import { ORDER, TYPE_NAMES } from '../engine/orders';
import { noOrder, noPadding } from '../state/order';
import { activeDetails, atPeak, overview, pointInfo, shownPoint } from '../state/store';
import { compareWithPeak, compareWithPeakBefore } from './change';
import { goToTable } from './go_to';
import { goBack, mountStrip, type StripModel, showAll, stripModel } from './strip_chart';
import { Tip } from './tip';

interface StripWords {
  readonly id: string;
  readonly title: string;
  readonly explain: string;
  readonly model: StripModel;
}

const STRIPS: readonly StripWords[] = [
  {
    id: 'program',
    title: 'By program order',
    explain: 'Whole-program buffers first, then in the order in which they were allocated.',
    model: stripModel(ORDER.program),
  },
  { id: 'size', title: 'By size', explain: 'Largest buffer first.', model: stripModel(ORDER.size) },
  {
    id: 'padding',
    title: 'By padding overhead',
    explain: 'Most padding bytes first. The hatched part of a bar is its padding.',
    model: stripModel(ORDER.padding),
  },
];

function StripTooltip({ model }: { model: StripModel }) {
  const box = useRef<HTMLDivElement>(null);
  const at = model.cursor.value;
  useLayoutEffect(() => {
    const element = box.current;
    const frame = element?.parentElement;
    if (!at || !element || !frame) return;
    const { width } = element.getBoundingClientRect();
    element.style.left = `${clamp(at.x - width / 2, 0, Math.max(0, frame.clientWidth - width))}px`;
  });
  if (!at) return null;
  const { segment } = at;
  const card = activeDetails.value?.card;
  const bytes = segment.end - segment.start;
  const padding = bytes - segment.unpadded;
  return (
    <div class="chart-tip strip-tip" ref={box} aria-hidden="true" data-testid="strip-tip">
      {segment.buffer < 0 ? (
        <>
          <b>+{formatCount(segment.count)} small</b>, {formatBytes(bytes)} <span class="muted">· click to open</span>
        </>
      ) : (
        <>
          <code>{card?.buffer === segment.buffer ? card.name : '…'}</code> <b>{formatBytes(bytes)}</b>
          {padding > 0 && (
            <span class="muted">
              {' '}
              · {formatBytes(padding)} padding, {formatShare(padding, bytes)}
            </span>
          )}
        </>
      )}
    </div>
  );
}

function StripVoice({ model }: { model: StripModel }) {
  const segment = model.cursor.value?.segment;
  const card = activeDetails.value?.card;
  let says = '';
  if (segment && segment.buffer < 0) {
    says = `${segment.count} small buffers together, ${formatBytes(segment.end - segment.start)}. Enter opens them.`;
  } else if (segment && card?.buffer === segment.buffer) {
    says = `${card.name}, ${formatBytes(card.sizeBytes)}, ${TYPE_NAMES[card.type] ?? ''}, ${card.shape}`;
  }
  return (
    <p class="visually-hidden" aria-live="polite">
      {says}
    </p>
  );
}

function Trail({ model }: { model: StripModel }) {
  const range = model.range.value;
  if (!range) return null;
  const trail = model.trail.value;
  return (
    <nav class="trail" aria-label="Opened part of the strip">
      <button type="button" class="link" onClick={() => showAll(model)} data-testid="strip-all">
        All
      </button>
      {trail.slice(1).map((step, index) => (
        <>
          <span aria-hidden="true">›</span>
          <button
            type="button"
            class="link"
            key={`${step?.from}`}
            onClick={() => goBack(model, trail.length - 1 - index)}
          >
            {step ? formatBytes(step.to - step.from) : 'All'}
          </button>
        </>
      ))}
      <span aria-hidden="true">›</span>
      <span>{formatBytes(range.to - range.from)}</span>
    </nav>
  );
}

/** How much there is to see in the strip by padding: often next to nothing, and then it looks like the first one. */
function PaddingNote() {
  const at = pointInfo.value;
  if (at?.point !== shownPoint.value) return null;
  if (at.paddingBytes <= 0) return <span> · no padding</span>;
  return (
    <span>
      {' '}
      · {formatBytes(at.paddingBytes)} in all, {formatShare(at.paddingBytes, at.liveBytes)}
    </span>
  );
}

function StripView({ strip }: { strip: StripWords }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => (host.current ? mountStrip(host.current, strip.model) : undefined), [strip]);
  const data = strip.model.data.value?.strip;
  const label = `Live buffers ${strip.title.toLowerCase()}: ${formatCount(data?.totalBuffers ?? 0)} buffers, ${formatBytes(data?.totalBytes ?? 0)}. Arrow keys move along, Enter pins or opens.`;
  return (
    <div class="strip" data-testid={`strip-${strip.id}`}>
      <header class="strip-head">
        <h3>
          <Tip text={strip.explain}>{strip.title}</Tip>
          {strip.id === 'padding' && <PaddingNote />}
        </h3>
        <Trail model={strip.model} />
      </header>
      <div class="chart-frame">
        <div
          class="chart strip-chart"
          ref={host}
          role="application"
          aria-roledescription="chart"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the chart is operated with the keyboard
          tabIndex={0}
          aria-label={label}
          data-testid={`strip-chart-${strip.id}`}
        />
        <StripTooltip model={strip.model} />
      </div>
      <StripVoice model={strip.model} />
    </div>
  );
}

/** What the point shown can be compared with; see the change panel. */
function Compare() {
  return (
    <span class="compare">
      Compare with
      {!atPeak.value && (
        <button type="button" class="link" onClick={compareWithPeak} data-testid="compare-peak">
          the peak
        </button>
      )}
      <button
        type="button"
        class="link"
        title="The local peak before this point, or the start (d)"
        onClick={compareWithPeakBefore}
        data-testid="compare-before"
      >
        the peak before
      </button>
    </span>
  );
}

/** Without an order or padding in the file, a strip by it would be made up. */
const known = ({ id }: StripWords) => (id === 'program' ? !noOrder.value : id === 'padding' ? !noPadding.value : true);

export function StripsPanel() {
  const at = pointInfo.value?.point === shownPoint.value ? pointInfo.value : null;
  return (
    <section class="panel" aria-labelledby="strips-title" data-testid="strips">
      <header class="panel-head">
        <h2 id="strips-title">
          {noOrder.value
            ? 'Buffers by size'
            : atPeak.value
              ? 'Live at the peak'
              : `Live at point ${formatCount(shownPoint.value)}`}
          {at && (
            <span class="muted head-note">
              {' '}
              {formatCount(at.liveBuffers)} of {formatCount(overview.value?.buffers ?? 0)} buffers
            </span>
          )}
        </h2>
        <ul class="legend">
          <li>
            <i class="key key-hatched" /> padding
          </li>
          <li>
            <i class="key key-many" /> many small ones, click opens
          </li>
        </ul>
        {(overview.value?.trace ?? -1) >= 0 && !noOrder.value && <Compare />}
        <button type="button" class="link" onClick={goToTable} data-testid="strips-as-table">
          As table
        </button>
      </header>
      {STRIPS.filter(known).map((strip) => (
        <StripView key={strip.id} strip={strip} />
      ))}
    </section>
  );
}
