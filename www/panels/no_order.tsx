// Stands where curve and map would: why they are not there, and which file adds them.
import { noOrder } from '../state/order';
import { InfoIcon } from './icons';
import { Prose } from './prose';

export function NoOrderPanel() {
  const missing = noOrder.value;
  if (!missing) return null;
  return (
    <section class="panel" aria-label="Memory over program order" data-testid="no-order">
      <p class="no-order">
        <InfoIcon />
        <span>
          <Prose text={missing.why} />{' '}
          <span class="muted">
            <Prose text={missing.add} />
          </span>
        </span>
      </p>
    </section>
  );
}
