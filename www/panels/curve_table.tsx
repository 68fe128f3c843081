// The curve as a table: its local peaks, highest first, with the instruction at each. The alternative to the chart for
// screen readers, and a quick way to the second and third peak for everyone.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { PointInfo } from '#wasm/memory_viewer.js';
import { formatBytes, formatChange, formatCount, formatExact } from '../base/bytes';
import { localPeaks } from '../charts/curve_geometry';
import { call } from '../engine/client';
import { isFailure } from '../engine/messages';
import { overview, ready, shownPoint } from '../state/store';
import { choosePoint } from '../state/view';

const COLUMNS = 2048;
const ROWS = 40;
/** A local peak stands out by at least this share of the whole peak. */
const PROMINENCE = 0.01;

async function loadPeaks(view: number, points: number, peakBytes: number): Promise<readonly PointInfo[]> {
  const curve = await call('curve', { view, from: 0, to: points, columns: Math.min(COLUMNS, points) });
  if (isFailure(curve)) return [];
  const peaks = localPeaks(curve, ROWS, Math.max(1, peakBytes * PROMINENCE));
  // A column may cover several points; look for the highest one inside it.
  const exact = await Promise.all(
    peaks.map(async ({ from, to, bytes }) => {
      if (to - from <= 1) return from;
      const inner = await call('curve', { view, from, to, columns: Math.min(COLUMNS, to - from) });
      if (isFailure(inner)) return from;
      const column = inner.liveMax.findIndex((value) => value >= bytes);
      return inner.point[Math.max(0, column)] ?? from;
    }),
  );
  const infos = await call('points', { view, points: exact });
  return isFailure(infos) ? [] : infos;
}

export function CurveTable() {
  const rows = useSignal<readonly PointInfo[]>([]);
  const view = ready.value?.view;
  useEffect(() => {
    const facts = overview.value;
    if (view === undefined || !facts) return;
    let current = true;
    void loadPeaks(view, facts.points, facts.peakBytes).then((found) => {
      if (current) rows.value = found;
    });
    return () => {
      current = false;
    };
  }, [view, rows]);
  return (
    <div class="table-scroll" data-testid="curve-table">
      <table class="data">
        <caption>Local peaks of live bytes, highest first. Choosing one shows the buffers live there.</caption>
        <thead>
          <tr>
            <th scope="col" class="num">
              Point
            </th>
            <th scope="col">Instruction</th>
            <th scope="col">Computation</th>
            <th scope="col" class="num">
              Live
            </th>
            <th scope="col" class="num">
              Change
            </th>
            <th scope="col" class="num">
              Unpadded
            </th>
            <th scope="col" class="num">
              Buffers
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.value.map((row) => (
            <tr key={row.point} aria-current={row.point === shownPoint.value ? 'true' : undefined}>
              <td class="num">
                <button
                  type="button"
                  class="link"
                  onClick={() => choosePoint(row.point === overview.value?.peakPoint ? null : row.point)}
                >
                  {formatCount(row.point)}
                </button>
              </td>
              <td>
                <code>{row.instruction}</code>
              </td>
              <td>
                <code>{row.computation}</code>
              </td>
              <td class="num" title={formatExact(row.liveBytes)}>
                {formatBytes(row.liveBytes)}
              </td>
              <td class="num">{formatChange(row.changeBytes)}</td>
              <td class="num">{formatBytes(row.unpaddedBytes)}</td>
              <td class="num">{formatCount(row.liveBuffers)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
