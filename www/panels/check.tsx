// A checkbox for a signal.
import type { Signal } from '@preact/signals';

export function Check({ on, label, testId }: { on: Signal<boolean>; label: string; testId: string }) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={on.value}
        onChange={(event) => {
          on.value = event.currentTarget.checked;
        }}
        data-testid={testId}
      />
      {label}
    </label>
  );
}
