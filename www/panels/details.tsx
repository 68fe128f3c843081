// The right column (a sheet at the bottom on narrow screens): the card of the active buffer, or the largest buffers.
import { useSignal } from '@preact/signals';
import { formatBytes } from '../base/bytes';
import { active, details, pinned } from '../state/store';
import { Card } from './card';
import { ChevronIcon } from './icons';
import { Largest } from './largest';

export function DetailsPanel() {
  const open = useSignal(false);
  // While the next card is on its way the last one stays: no flicker when the pointer moves along a strip.
  const card = active.value >= 0 ? (details.value?.card ?? null) : null;
  return (
    <aside
      class={`details ${open.value || pinned.value >= 0 ? 'details-open' : ''}`}
      aria-label="Buffer details"
      data-testid="details"
    >
      <button
        type="button"
        class="details-handle"
        aria-expanded={open.value}
        onClick={() => {
          open.value = !open.value;
        }}
      >
        {card ? (
          <>
            <i class={`swatch fill-${card.type}`} />
            <code>{card.name}</code> <b>{formatBytes(card.sizeBytes)}</b>
          </>
        ) : (
          'Largest buffers'
        )}
        <ChevronIcon />
      </button>
      <div class="details-body">{card ? <Card card={card} /> : <Largest />}</div>
    </aside>
  );
}
