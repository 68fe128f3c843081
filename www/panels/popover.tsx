// A button with something that opens under it and closes on Escape, on a click elsewhere and when the focus leaves.
import { type Signal, useSignalEffect } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';

export interface PopoverProps {
  readonly open: Signal<boolean>;
  readonly button: ComponentChildren;
  readonly label: string;
  readonly children: ComponentChildren;
  readonly class?: string;
  readonly testId: string;
}

export function Popover({ open, button, label, children, class: name = '', testId }: PopoverProps) {
  const root = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  useSignalEffect(() => {
    if (!open.value) return;
    const outside = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) open.value = false;
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('focusin', outside);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('focusin', outside);
    };
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape has to be heard from everything inside
    <div
      class={`popover ${name}`}
      ref={root}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open.value) return;
        event.stopPropagation();
        open.value = false;
        trigger.current?.focus();
      }}
    >
      <button
        type="button"
        class="button popover-button"
        ref={trigger}
        aria-expanded={open.value}
        aria-haspopup="true"
        aria-label={label}
        onClick={() => {
          open.value = !open.value;
        }}
        data-testid={testId}
      >
        {button}
      </button>
      {open.value && <div class="popover-box">{children}</div>}
    </div>
  );
}
