// The map as a table: the largest blocks of the part shown. The alternative to the picture for screen readers.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { formatBytes, formatCount, formatExact } from '../base/bytes';
import { call } from '../engine/client';
import type { LargestBlocks } from '../engine/map_messages';
import { isFailure } from '../engine/messages';
import { visibleAddresses } from '../state/map';
import { togglePin } from '../state/selection';
import { pinned, ready } from '../state/store';
import { axis, visibleRange } from '../state/viewport';

const ROWS = 30;
/** The core looks for blocks of at least a pixel; a fine grid finds more than a screen shows. */
const GRID = { width: 4096, height: 4096 };

export function MapTable() {
  const rows = useSignal<LargestBlocks | null>(null);
  const view = ready.value?.view;
  const [x, y] = [visibleRange(), visibleAddresses()];
  const on = axis.value;
  useEffect(() => {
    if (view === undefined) return;
    let current = true;
    const window = { x0: x.from, x1: x.to, y0: y.from, y1: y.to, ...GRID };
    void call('mapLargest', { view, axis: on, ...window, most: ROWS }).then((answer) => {
      if (current && !isFailure(answer)) rows.value = answer;
    });
    return () => {
      current = false;
    };
  }, [view, on, x.from, x.to, y.from, y.to, rows]);
  const found = rows.value;
  return (
    <div class="table-scroll" data-testid="map-table">
      <table class="data">
        <caption>
          The {formatCount(found?.buffer.length ?? 0)} largest blocks of the part of the map that is shown, by area.
          Choosing one selects the buffer.
        </caption>
        <thead>
          <tr>
            <th scope="col">Buffer</th>
            <th scope="col" class="num">
              Size
            </th>
            <th scope="col" class="num">
              From address
            </th>
            <th scope="col" class="num">
              To address
            </th>
            <th scope="col" class="num">
              From {on === 0 ? 'point' : 'position'}
            </th>
            <th scope="col" class="num">
              To
            </th>
          </tr>
        </thead>
        <tbody>
          {found?.buffer.map((buffer, i) => {
            const [lo, hi] = [found.lo[i] ?? 0, found.hi[i] ?? 0];
            return (
              <tr key={`${buffer} ${found.start[i]}`} aria-current={buffer === pinned.value ? 'true' : undefined}>
                <td>
                  <button type="button" class="link" onClick={() => togglePin(buffer)}>
                    <code>{found.name[i]}</code>
                  </button>
                </td>
                <td class="num" title={formatExact(hi - lo)}>
                  {formatBytes(hi - lo)}
                </td>
                <td class="num" title={formatExact(lo)}>
                  {formatBytes(lo)}
                </td>
                <td class="num" title={formatExact(hi)}>
                  {formatBytes(hi)}
                </td>
                <td class="num">{formatCount(found.start[i] ?? 0)}</td>
                <td class="num">{formatCount(found.end[i] ?? 0)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
