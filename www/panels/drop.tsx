// Ways in: files or folders dropped anywhere in the window, pasted (also as text), or picked.
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { isTyping } from '../base/dom';
import { alone, openFiles } from '../state/files';
import { givenBy, givenInFolder } from './given';
import { UploadIcon } from './icons';

const over = signal(false);

const FILES_ID = 'file-input';
const FOLDER_ID = 'folder-input';

/** Opens the browser's file dialog. */
export function chooseFiles(): void {
  document.getElementById(FILES_ID)?.click();
}

export function chooseFolder(): void {
  document.getElementById(FOLDER_ID)?.click();
}

let pasted = 0;

/** A text from the clipboard is a file like any other; each has its own name, so that two errors can be side by side. */
export function openText(text: string): void {
  if (text.trim() === '') return;
  pasted++;
  void openFiles([alone(new File([text], pasted === 1 ? 'pasted text' : `pasted text ${pasted}`))]);
}

function carriesFiles(event: DragEvent): boolean {
  return [...(event.dataTransfer?.types ?? [])].includes('Files');
}

function FileInput({ id, folder = false }: { id: string; folder?: boolean }) {
  return (
    <input
      // Not an attribute that Preact's types know.
      ref={(input) => {
        if (input) input.webkitdirectory = folder;
      }}
      id={id}
      class="visually-hidden"
      type="file"
      multiple
      tabIndex={-1}
      aria-hidden="true"
      onChange={(event) => {
        const input = event.currentTarget;
        const given = [...(input.files ?? [])];
        // The same file may be chosen again later.
        input.value = '';
        void openFiles(folder ? given.map(givenInFolder) : given.map(alone));
      }}
      data-testid={id}
    />
  );
}

export function DropZone() {
  useEffect(() => {
    // dragleave also fires between children; only leaving the window has no related target.
    const enter = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      over.value = true;
    };
    const leave = (event: DragEvent) => {
      if (!event.relatedTarget) over.value = false;
    };
    const drop = (event: DragEvent) => {
      over.value = false;
      if (!event.dataTransfer || !carriesFiles(event)) return;
      event.preventDefault();
      void givenBy(event.dataTransfer).then(openFiles);
    };
    const paste = (event: ClipboardEvent) => {
      const given = event.clipboardData ? [...event.clipboardData.files] : [];
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (isTyping(event.target) || (given.length === 0 && text === '')) return;
      event.preventDefault();
      if (given.length > 0) void openFiles(given.map(alone));
      else openText(text);
    };
    window.addEventListener('dragenter', enter);
    window.addEventListener('dragover', enter);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    window.addEventListener('paste', paste);
    return () => {
      window.removeEventListener('dragenter', enter);
      window.removeEventListener('dragover', enter);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
      window.removeEventListener('paste', paste);
    };
  }, []);
  return (
    <>
      <FileInput id={FILES_ID} />
      <FileInput id={FOLDER_ID} folder />
      {over.value && (
        <div class="drop-veil" data-testid="drop-veil">
          <div>
            <UploadIcon /> Drop to open. Nothing is uploaded.
          </div>
        </div>
      )}
    </>
  );
}
