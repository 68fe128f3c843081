// Whether it fits, in one sentence, and the first program point where it does not.
import { formatCount, formatExact } from '../base/bytes';
import { type Capacity, type Origin, verdict, verdictDetail } from '../base/capacity';
import { firstPointAbove, fitting } from '../state/capacity';
import { noOrder } from '../state/order';
import { showPoint } from '../state/scrub';
import { Tip } from './tip';

const FROM: Readonly<Record<Origin, string>> = {
  typed: 'The size was typed.',
  chosen: 'The chip was chosen.',
  file: 'The files next to this module tell the size.',
  error: 'An out-of-memory message tells the size.',
  name: 'The files next to this module tell the chip.',
};

function explain({ bytes, baseline, usable, origin }: Capacity): string {
  const held = baseline > 0 ? `, less ${formatExact(baseline)} that others hold: ${formatExact(usable)}` : '';
  return `What the device reserves for this program (allocated), against a capacity of ${formatExact(bytes)}${held}. ${FROM[origin]} Other programs on the device need room too.`;
}

export function VerdictLine() {
  const found = fitting.value;
  // Without the temporaries nothing can be said.
  if (!found || noOrder.value?.unknown.includes('temporaryAllocation')) return null;
  const { capacity, allocated, live } = found;
  const first = allocated.fits || noOrder.value ? -1 : firstPointAbove.value;
  return (
    <p class={`verdict ${allocated.fits ? '' : 'verdict-over'}`} data-testid="verdict">
      <span aria-live="polite">
        <Tip class="verdict-answer" text={explain(capacity)}>
          {verdict(capacity, allocated)}
        </Tip>
      </span>
      <span class="muted">{verdictDetail(allocated, live)}</span>
      {first >= 0 && (
        <button type="button" class="link" onClick={() => showPoint(first)} data-testid="first-above">
          First over at point {formatCount(first)}
        </button>
      )}
    </p>
  );
}
