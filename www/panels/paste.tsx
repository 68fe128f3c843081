// A box to paste an error message into, for those who don't know that it can be pasted anywhere.
import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { openText } from './drop';
import { CloseIcon } from './icons';

export const pasteOpen = signal(false);

export function openPaste(): void {
  pasteOpen.value = true;
}

export function PasteDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const text = useRef<HTMLTextAreaElement>(null);
  const open = pasteOpen.value;
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (open && !element.open) {
      element.showModal();
      text.current?.focus();
    }
    if (!open && element.open) element.close();
  }, [open]);
  const close = () => {
    pasteOpen.value = false;
  };
  const show = () => {
    const given = text.current?.value ?? '';
    if (given.trim() === '') return text.current?.focus();
    if (text.current) text.current.value = '';
    close();
    openText(given);
  };
  return (
    <dialog
      ref={dialog}
      class="dialog paste"
      aria-labelledby="paste-title"
      onClose={close}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) show();
      }}
      data-testid="paste"
    >
      <header class="dialog-head">
        <h2 id="paste-title">Paste an error message</h2>
        <button type="button" class="icon-button" aria-label="Close" onClick={close}>
          <CloseIcon />
        </button>
      </header>
      <p id="paste-hint" class="muted">
        All of it, as it was printed; what stands around it does no harm. It stays in this page.
      </p>
      <textarea
        ref={text}
        aria-labelledby="paste-title"
        aria-describedby="paste-hint"
        spellcheck={false}
        placeholder="RESOURCE_EXHAUSTED: Ran out of memory …"
        data-testid="paste-text"
      />
      <div class="button-row">
        <button type="button" class="button primary" onClick={show} data-testid="paste-show">
          Show
        </button>
      </div>
    </dialog>
  );
}
