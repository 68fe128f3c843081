// A small button that copies a text and says that it did.
import { useSignal } from '@preact/signals';
import { copyText } from '../base/dom';
import { notice } from '../state/store';
import { CheckIcon, CopyIcon } from './icons';

const SHOWN_MS = 1400;

export function CopyButton({ text, what, label }: { text: string; what: string; label?: string }) {
  const done = useSignal(false);
  const copy = async () => {
    const worked = await copyText(text);
    done.value = worked;
    notice.value = worked ? `Copied ${what}` : 'The browser did not allow copying';
    setTimeout(() => {
      done.value = false;
      notice.value = '';
    }, SHOWN_MS);
  };
  return (
    <button
      type="button"
      class={label ? 'button small' : 'icon-button copy'}
      title={`Copy ${what}`}
      aria-label={`Copy ${what}`}
      onClick={copy}
    >
      {done.value ? <CheckIcon /> : <CopyIcon />}
      {label && <span>{label}</span>}
    </button>
  );
}
