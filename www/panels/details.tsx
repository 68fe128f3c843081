// The right column (a sheet at the bottom on narrow screens): the card of the active buffer, or the largest buffers.
import { useSignal, useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { BufferCard } from '#wasm/memory_viewer.js';
import { formatBytes } from '../base/bytes';
import { clearSelection, hover, stay } from '../state/selection';
import { activeDetails, hovered, pinned } from '../state/store';
import { Card } from './card';
import { ChevronIcon, CloseIcon } from './icons';
import { Largest } from './largest';

export function DetailsPanel() {
  // Only the sheet opens and closes; the column is always there.
  const open = useSignal(false);
  useSignalEffect(() => {
    open.value = pinned.value >= 0;
  });
  // While the next card is on its way the last one stays: no flicker when the pointer moves along a strip. It doesn't come
  // back, though, where it has given way to the list.
  const last = useRef<BufferCard | null>(null);
  const isActive = hovered.value >= 0 || pinned.value >= 0;
  const card = isActive ? (activeDetails.value?.card ?? last.current) : null;
  last.current = card;
  return (
    <aside
      class={`details ${open.value ? 'details-open' : ''}`}
      aria-label="Buffer details"
      // Whoever tabs from a buffer into its card must find it still there.
      onFocusCapture={stay}
      onBlurCapture={(event) => {
        const next = event.relatedTarget;
        if (!(next instanceof Node && event.currentTarget.contains(next))) hover(-1);
      }}
      data-testid="details"
    >
      <div class="details-handle">
        <button
          type="button"
          class="details-toggle"
          aria-expanded={open.value}
          onClick={() => {
            open.value = !open.value;
          }}
          data-testid="details-toggle"
        >
          <ChevronIcon />
          {card ? (
            <>
              <i class={`swatch fill-${card.type}`} />
              <code>{card.name}</code>
              <b>{formatBytes(card.sizeBytes)}</b>
            </>
          ) : (
            'Largest buffers'
          )}
        </button>
        {card && (
          <button type="button" class="icon-button" aria-label="Close details" onClick={clearSelection}>
            <CloseIcon />
          </button>
        )}
      </div>
      <div class="details-body">{card ? <Card card={card} /> : <Largest />}</div>
    </aside>
  );
}
