// What the right column shows while no buffer is selected: the largest buffers at the point shown. Answers "which tensor
// is it" without a single click; choosing one pins it.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Rows } from '#wasm/memory_viewer.js';
import { formatBytes, formatExact, formatShare } from '../base/bytes';
import { call } from '../engine/client';
import { isFailure } from '../engine/messages';
import { ORDER } from '../engine/orders';
import { noOrder } from '../state/order';
import { glance, pin } from '../state/selection';
import { atPeak, overview, pointInfo, ready, shownPoint } from '../state/store';

const SHOWN = 14;

export function Largest() {
  const rows = useSignal<Rows | null>(null);
  const view = ready.value?.view;
  const point = shownPoint.value;
  useEffect(() => {
    if (view === undefined) return;
    let current = true;
    void call('rows', {
      view,
      point,
      order: ORDER.size,
      reversed: false,
      from: 0,
      count: SHOWN,
      matchesOnly: false,
    }).then((answer) => {
      if (current && !isFailure(answer)) rows.value = answer;
    });
    return () => {
      current = false;
    };
  }, [view, point, rows]);
  const found = rows.value;
  if (!found || !overview.value) return null;
  const live = pointInfo.value?.liveBytes ?? overview.value.peakBytes;
  const largest = found.size[0] ?? 1;
  return (
    <section class="largest" aria-labelledby="largest-title" data-testid="largest">
      <h2 id="largest-title">Largest {noOrder.value ? '' : atPeak.value ? 'at the peak' : 'at this point'}</h2>
      <ol>
        {found.name.map((name, i) => {
          const buffer = found.buffer[i] as number;
          const size = found.size[i] as number;
          const unpadded = found.unpadded[i] as number;
          const type = found.type[i] as number;
          const what = found.opName[i] || found.shape[i] || '';
          return (
            <li key={buffer}>
              <button
                type="button"
                class="largest-row"
                onClick={() => {
                  glance(-1);
                  pin(buffer);
                }}
                onPointerEnter={() => glance(buffer)}
                onPointerLeave={() => glance(-1)}
                onFocus={() => glance(buffer)}
                onBlur={() => glance(-1)}
              >
                <span class="largest-line">
                  <code class="largest-name">{name}</code>
                  <span class="largest-size" title={formatExact(size)}>
                    {formatBytes(size)}
                  </span>
                </span>
                <span class="largest-bar" aria-hidden="true">
                  <span class={`fill-${type}`} style={{ width: `${(unpadded / largest) * 100}%` }} />
                  <span class={`hatch-${type}`} style={{ width: `${((size - unpadded) / largest) * 100}%` }} />
                </span>
                <span class="largest-line muted">
                  <span class="largest-what" title={what}>
                    {what}
                  </span>
                  <span>{formatShare(size, live)}</span>
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
