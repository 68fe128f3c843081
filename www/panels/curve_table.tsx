// The curve as a table: its local peaks, highest first, with the instruction at each. The alternative to the chart for
// screen readers, and a quick way to the second and third peak for everyone.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { PointInfo } from '#wasm/memory_viewer.js';
import { formatBytes, formatChange, formatCount, formatExact } from '../base/bytes';
import { call } from '../engine/client';
import { isFailure } from '../engine/messages';
import { localPeaks, showPoint } from '../state/scrub';
import { overview, ready, shownPoint } from '../state/store';

const ROWS = 40;

async function loadPeaks(view: number): Promise<readonly PointInfo[]> {
  const infos = await call('points', { view, points: [...(await localPeaks())] });
  if (isFailure(infos)) return [];
  return [...infos].sort((a, b) => b.liveBytes - a.liveBytes || a.point - b.point).slice(0, ROWS);
}

export function CurveTable() {
  const rows = useSignal<readonly PointInfo[]>([]);
  const view = ready.value?.view;
  useEffect(() => {
    if (view === undefined || !overview.value) return;
    let current = true;
    void loadPeaks(view).then((found) => {
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
                <button type="button" class="link" onClick={() => showPoint(row.point)}>
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
