// How an element of a buffer shows that the buffer is active or pinned. Both change with every move of the pointer, so they
// are signals for the element's attributes: what it is in isn't rendered again.
import { computed } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { active, pinned } from '../state/store';

/** `name`: the element's class besides. A buffer below 0 is none. */
export function useMarks(buffer: number, name = '') {
  return useMemo(
    () => ({
      marked: computed(() => (buffer >= 0 && buffer === active.value ? `${name} marked`.trim() : name)),
      chosen: computed(() => buffer >= 0 && buffer === pinned.value),
    }),
    [buffer, name],
  );
}
