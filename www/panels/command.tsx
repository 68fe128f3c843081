// A line to run, with a button that copies it.
import { CopyButton } from './copy_button';

export function Command({ text, what }: { text: string; what: string }) {
  return (
    <div class="command">
      <pre>
        <code>{text}</code>
      </pre>
      <CopyButton text={text} what={what} />
    </div>
  );
}
