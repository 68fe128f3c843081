// A dialog over the page, open as long as its signal says so: title, close button, Escape.
import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { CloseIcon } from './icons';

interface DialogProps {
  readonly open: Signal<boolean>;
  readonly id: string;
  readonly title: string;
  readonly children: ComponentChildren;
  readonly class?: string;
  /** A click beside it closes it; not where something typed would be lost. */
  readonly closesBeside?: boolean;
  readonly onOpen?: () => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
}

export function Dialog(props: DialogProps) {
  const { open, id, title, closesBeside = false, onOpen, onKeyDown = () => {} } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const isOpen = open.value;
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (isOpen && !element.open) {
      element.showModal();
      onOpen?.();
    }
    if (!isOpen && element.open) element.close();
  }, [isOpen]);
  const close = () => {
    open.value = false;
  };
  return (
    <dialog
      ref={dialog}
      class={props.class ? `dialog ${props.class}` : 'dialog'}
      aria-labelledby={`${id}-title`}
      onClose={close}
      onClick={(event) => {
        if (closesBeside && event.target === dialog.current) close();
      }}
      onKeyDown={onKeyDown}
      data-testid={id}
    >
      <header class="dialog-head">
        <h2 id={`${id}-title`}>{title}</h2>
        <button type="button" class="icon-button" aria-label="Close" onClick={close}>
          <CloseIcon />
        </button>
      </header>
      {props.children}
    </dialog>
  );
}
