// The memory map under the curve: its head (colours, zoom), the chart with its tooltip, and the table that says the same.
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { formatBytes, formatCount, formatExact, formatShare } from '../base/bytes';
import { COLOR_BY } from '../engine/orders';
import { cursor, cursorInfo } from '../state/cursor';
import {
  canFold,
  colorBy,
  fitAll,
  folded,
  mapInfo,
  mapRange,
  toggleFold,
  visibleAddresses,
  zoomToActive,
} from '../state/map';
import { activeDetails, curveRange, hovered, overview, pinned } from '../state/store';
import { beside } from './beside';
import { mountMap } from './map_chart';
import { ColorByPicker, MapLegend } from './map_legend';
import { MapTable } from './map_table';
import { Tip } from './tip';

function MapTooltip() {
  const at = cursor.value?.in === 'map' ? cursor.value : null;
  if (!at) return null;
  const info = cursorInfo();
  const card = hovered.value >= 0 ? activeDetails.value?.card : undefined;
  const ordered = (overview.value?.trace ?? -1) >= 0;
  return (
    <div class="chart-tip map-tip" style={beside(at, -4)} aria-hidden="true" data-testid="map-tip">
      {card ? (
        <div class="chart-tip-title">
          <code class="chart-tip-code">{card.name}</code>
          {formatBytes(card.sizeBytes)}
        </div>
      ) : (
        <div class="chart-tip-title muted">{hovered.value >= 0 ? '…' : 'Free'}</div>
      )}
      <table>
        <tbody>
          <tr>
            <th>Address</th>
            <td>{formatBytes(at.address)}</td>
          </tr>
          {info && ordered && (
            <>
              <tr>
                <th>Point</th>
                <td>{formatCount(info.point)}</td>
              </tr>
              <tr>
                <th>Live</th>
                <td>{formatBytes(info.liveBytes)}</td>
              </tr>
              <tr>
                <th>{info.extentBytes >= info.liveBytes ? 'Free below extent' : 'Overlapping'}</th>
                <td>
                  {formatBytes(Math.abs(info.extentBytes - info.liveBytes))}
                  <span class="muted">
                    {' '}
                    {formatShare(Math.abs(info.extentBytes - info.liveBytes), info.extentBytes)}
                  </span>
                </td>
              </tr>
            </>
          )}
        </tbody>
      </table>
      {info?.instruction && <code class="chart-tip-code muted">{info.instruction}</code>}
    </div>
  );
}

/** What a screen reader hears when the crosshair moves. */
function MapVoice() {
  const at = cursor.value?.in === 'map' ? cursor.value : null;
  const card = hovered.value >= 0 ? activeDetails.value?.card : undefined;
  const what = card ? `${card.name}, ${formatBytes(card.sizeBytes)}` : 'free';
  return (
    <p class="visually-hidden" aria-live="polite">
      {at ? `Address ${formatBytes(at.address)}, position ${at.position}: ${what}` : ''}
    </p>
  );
}

function summary(): string {
  const info = mapInfo.value;
  if (!info) return 'Memory map';
  return `Memory map: addresses up to ${formatBytes(info.topBytes)} over program order, ${formatCount(info.blocks)} blocks. Arrow keys move a crosshair, Enter selects the block, plus and minus zoom. Show as table says the same in rows.`;
}

/** What can be done with the part shown. A component of its own: it changes with every frame of a zoom. */
function MapTools() {
  const zoomed = curveRange.value !== null || mapRange.value !== null;
  const onMap = pinned.value >= 0;
  const range = mapRange.value ? visibleAddresses() : null;
  return (
    <>
      {range && (
        <span class="muted" title={`${formatExact(range.from)} to ${formatExact(range.to)}`}>
          {formatBytes(range.from)}–{formatBytes(range.to)}
        </span>
      )}
      {canFold.value && (
        <button
          type="button"
          class="link"
          aria-pressed={folded.value}
          onClick={toggleFold}
          title={`${folded.value ? 'Show' : 'Fold away'} what is there for the whole program: parameters, outputs, constants`}
          data-testid="map-fold"
        >
          {folded.value ? 'Unfold' : 'Fold'}
        </button>
      )}
      {onMap && (
        <button type="button" class="link" onClick={zoomToActive} data-testid="map-zoom-selection">
          Zoom to buffer
        </button>
      )}
      {zoomed && (
        <button type="button" class="link" onClick={fitAll} data-testid="map-fit">
          Fit
        </button>
      )}
    </>
  );
}

export function MapSection() {
  const host = useRef<HTMLDivElement>(null);
  const asTable = useSignal(false);
  useEffect(() => (host.current ? mountMap(host.current) : undefined), []);
  return (
    <section class="map" aria-labelledby="map-title" data-testid="map">
      <header class={`map-head ${colorBy.value === COLOR_BY.type ? '' : 'map-head-tall'}`}>
        <h3 id="map-title">
          <Tip text="Every buffer where it lies: address over program order. What no buffer covers is free.">
            Memory map
          </Tip>
        </h3>
        <ColorByPicker />
        <MapLegend />
        <span class="map-tools">
          <MapTools />
          <button
            type="button"
            class="link"
            aria-expanded={asTable.value}
            onClick={() => {
              asTable.value = !asTable.value;
            }}
            data-testid="map-as-table"
          >
            {asTable.value ? 'Hide table' : 'Show as table'}
          </button>
        </span>
      </header>
      <div class="chart-frame">
        <div
          class="chart map-chart"
          ref={host}
          role="application"
          aria-roledescription="chart"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the chart is operated with the keyboard
          tabIndex={0}
          aria-label={summary()}
          data-testid="map-chart"
        />
        <MapTooltip />
      </div>
      <MapVoice />
      {asTable.value && <MapTable />}
    </section>
  );
}
