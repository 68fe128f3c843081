// The curve panel: title, legend, the chart with its tooltip, zoom buttons, and the table that says the same in rows.
import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { formatBytes, formatChange, formatCount, formatExact } from '../base/bytes';
import { AXIS } from '../engine/orders';
import { capacity, liveOverlaps } from '../state/capacity';
import { cursor, cursorInfo } from '../state/cursor';
import { clearRange, selectedRange, zoomToRange } from '../state/range';
import { curveRange, overview } from '../state/store';
import { axis, axisLength, fullRange, setRange, visibleRange } from '../state/viewport';
import { beside } from './beside';
import { mountCurve, paddingShows } from './curve_chart';
import { CurveTable } from './curve_table';
import { InfoIcon } from './icons';
import { Later } from './later';
import { MapSection } from './map';
import { Minimap } from './minimap';
import { AxisSwitch, Scrubber } from './scrubber';
import { Tip } from './tip';
import { EVENT_WORDS, EXPLAIN } from './words';

function CurveTooltip() {
  const at = cursor.value?.in === 'curve' ? cursor.value : null;
  const info = cursorInfo();
  if (!at || !overview.value) return null;
  return (
    <div class="chart-tip curve-tip" style={beside(at, 14)} aria-hidden="true" data-testid="curve-tip">
      <div class="chart-tip-title">
        {axis.value === AXIS.schedule && (
          <>
            Position {formatCount(at.position)} <span class="muted">of {formatCount(axisLength.value)} · </span>
          </>
        )}
        Point {formatCount(axis.value === AXIS.events ? at.position : (info?.point ?? 0))}{' '}
        <span class="muted">of {formatCount(overview.value.points)}</span>
      </div>
      {info && (
        <>
          {info.instruction && <code class="chart-tip-code">{info.instruction}</code>}
          {info.computation && <div class="muted chart-tip-code">{info.computation}</div>}
          <table>
            <tbody>
              <tr>
                <th>Live</th>
                <td>{formatBytes(info.liveBytes)}</td>
              </tr>
              {capacity.value && !liveOverlaps.value && (
                <tr>
                  <th>{info.liveBytes > capacity.value.usable ? 'Over capacity' : 'To spare'}</th>
                  <td>{formatBytes(Math.abs(capacity.value.usable - info.liveBytes))}</td>
                </tr>
              )}
              <tr>
                <th>Change</th>
                <td>{formatChange(info.changeBytes)}</td>
              </tr>
              <tr>
                <th>Unpadded</th>
                <td>{formatBytes(info.unpaddedBytes)}</td>
              </tr>
              <tr>
                <th>Extent</th>
                <td>{formatBytes(info.extentBytes)}</td>
              </tr>
              <tr>
                <th>Buffers</th>
                <td>{formatCount(info.liveBuffers)}</td>
              </tr>
            </tbody>
          </table>
        </>
      )}
    </div>
  );
}

/** What a screen reader hears when the cursor moves. */
function CurveVoice() {
  const info = cursor.value?.in === 'curve' ? cursorInfo() : null;
  const says = info
    ? `Point ${info.point}, ${info.instruction} ${EVENT_WORDS[info.eventKind] ?? ''}: ${formatBytes(info.liveBytes)} live, ${formatChange(info.changeBytes)}`
    : '';
  return (
    <p class="visually-hidden" aria-live="polite">
      {says}
    </p>
  );
}

function summary(): string {
  const facts = overview.value;
  if (!facts) return '';
  const limit = capacity.value ? ` Capacity ${formatBytes(capacity.value.usable)}.` : '';
  return `Live bytes over program order, ${formatCount(facts.points)} program points. Peak ${formatBytes(facts.peakBytes)} at point ${formatCount(facts.peakPoint)}.${limit} Arrow keys move the point shown, page up and down go to local peaks, plus and minus zoom.`;
}

/** The range selected on curve or map, in words, and what can be done with it. */
function SelectedRange() {
  const range = selectedRange.value;
  if (!range) return null;
  return (
    <p class="selected-range" data-testid="selected-range">
      Selected {formatCount(range.from)}–{formatCount(range.to)}
      <button type="button" class="link" onClick={zoomToRange} data-testid="zoom-to-range">
        Zoom in
      </button>
      <button type="button" class="link" onClick={clearRange} data-testid="clear-range">
        Let go
      </button>
    </p>
  );
}

/** What the curve's lines mean; while zoomed or with a range selected, which part it is: in the same place, so that nothing
 *  moves. A component of its own: it changes with every frame of a zoom. */
function CurveState() {
  const facts = overview.value;
  const range = curveRange.value ? visibleRange() : null;
  return (
    <>
      <SelectedRange />
      {!range && !selectedRange.value && (
        <ul class="legend">
          <li>
            <i class="key key-live" /> live
          </li>
          {paddingShows.value && (
            <li>
              <Tip text={EXPLAIN.unpadded}>
                <i class="key key-unpadded" /> unpadded
              </Tip>
            </li>
          )}
          {facts && facts.trace >= 0 && (
            <li>
              <Tip text="Highest offset in use, whole-program allocations included. Above the live curve where there are holes.">
                <i class="key key-extent" /> extent
              </Tip>
            </li>
          )}
        </ul>
      )}
      {range && (
        <button type="button" class="link curve-part" onClick={() => setRange(fullRange())} data-testid="curve-reset">
          {axis.value === AXIS.events ? 'Points' : 'Positions'} {formatCount(Math.round(range.from))}–
          {formatCount(Math.round(range.to))} · show all
        </button>
      )}
    </>
  );
}

export function CurvePanel() {
  const host = useRef<HTMLDivElement>(null);
  const asTable = useSignal(false);
  // Ahead of all other charts: it is what the page is opened for.
  useLayoutEffect(() => (host.current ? mountCurve(host.current) : undefined), []);
  const facts = overview.value;
  return (
    <section class="panel curve-panel" aria-labelledby="curve-title" data-testid="curve">
      <header class="panel-head">
        <h2 id="curve-title">
          <Tip text="The order is the compiler’s schedule, not time. Memory of other modules and of the runtime is not in it: the device holds that too.">
            Memory over program order <InfoIcon />
          </Tip>
        </h2>
        <CurveState />
        <Scrubber />
        <AxisSwitch />
        <button
          type="button"
          class="link"
          aria-expanded={asTable.value}
          onClick={() => {
            asTable.value = !asTable.value;
          }}
          data-testid="curve-as-table"
        >
          {asTable.value ? 'Hide table' : 'Show as table'}
        </button>
      </header>
      <div class="chart-frame">
        <div
          class="chart curve-chart"
          ref={host}
          role="application"
          aria-roledescription="chart"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the chart is operated with the keyboard
          tabIndex={0}
          aria-label={summary()}
          data-testid="curve-chart"
        />
        <CurveTooltip />
      </div>
      {facts && facts.trace < 0 && (
        <p class="hint">
          The compiler left no allocation order for this memory space, so the curve is flat:{' '}
          {formatExact(facts.peakBytes)} all along.
        </p>
      )}
      <CurveVoice />
      {asTable.value && <CurveTable />}
      <Later>
        <MapSection />
        {facts && facts.points > 1 && <Minimap />}
      </Later>
    </section>
  );
}
