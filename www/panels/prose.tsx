// Sentences from the core, which are plain text: flags and file names in them are set as code and never broken.
import { codeWords } from '../base/code_words';

export function Prose({ text }: { text: string }) {
  return (
    <>
      {codeWords(text).map((part, index) =>
        // The parts have no identity of their own and never move.
        part.code ? (
          <code class="word" key={`${index}${part.text}`}>
            {part.text}
          </code>
        ) : (
          part.text
        ),
      )}
    </>
  );
}
