// Whether the module on screen has an order; see base/order.ts.
import { computed } from '@preact/signals';
import { type NoOrder, noOrderOf } from '../base/order';
import { formatOf } from './files';
import { chosenModule, overview } from './store';

/** What there is to say instead of an order; null: the order is known. */
export const noOrder = computed((): NoOrder | null => {
  const module = chosenModule.value;
  const facts = overview.value;
  return module && facts ? noOrderOf(formatOf(module), facts) : null;
});

/** Sizes without padding are not known. */
export const noPadding = computed(() => noOrder.value?.unknown.includes('padding') ?? false);
