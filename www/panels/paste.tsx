// A box to paste an error message into, for those who don't know that it can be pasted anywhere.
import { signal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { Dialog } from './dialog';
import { openText } from './drop';

export const pasteOpen = signal(false);

export function openPaste(): void {
  pasteOpen.value = true;
}

export function PasteDialog() {
  const text = useRef<HTMLTextAreaElement>(null);
  const show = () => {
    const given = text.current?.value ?? '';
    if (given.trim() === '') return text.current?.focus();
    if (text.current) text.current.value = '';
    pasteOpen.value = false;
    openText(given);
  };
  return (
    <Dialog
      open={pasteOpen}
      id="paste"
      title="Paste an error message"
      class="paste"
      onOpen={() => text.current?.focus()}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) show();
      }}
    >
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
    </Dialog>
  );
}
