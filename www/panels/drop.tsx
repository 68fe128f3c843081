// Ways in: files or folders dropped anywhere in the window, pasted, or picked. Folders are walked; of a whole dump folder
// only what could be ours is opened.
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { openFiles } from '../state/files';
import { notice } from '../state/store';
import { UploadIcon } from './icons';

const over = signal(false);

/** From folders, take only names like these; a file given by itself is always tried. */
const OURS = /\.(pb|pb\.gz|xplane\.pb\.gz|gz)$/i;
const NOT_OURS =
  /(memory-usage-report|trace\.json|memory_profile|buffer-assignment-values).*\.(pb|gz)$|\.(trace|json)\.gz$/i;

export function fromFolder(name: string): boolean {
  return OURS.test(name) && !NOT_OURS.test(name);
}

const INPUT_ID = 'file-input';

/** Opens the browser's file dialog. */
export function chooseFiles(): void {
  document.getElementById(INPUT_ID)?.click();
}

async function walk(entry: FileSystemEntry, found: File[]): Promise<void> {
  if (entry.isFile) {
    if (!fromFolder(entry.name)) return;
    const file = await new Promise<File | null>((resolve) =>
      (entry as FileSystemFileEntry).file(resolve, () => resolve(null)),
    );
    if (file) found.push(file);
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    // Gives at most a hundred at a time, and an empty list at the end.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return;
    for (const child of some) await walk(child, found);
  }
}

/** Chromium's other way into folders, which also works in pages opened from file://, where entries can't be read. */
interface Handles {
  getAsFileSystemHandle?(): Promise<FileSystemHandle | null>;
}
type Folder = FileSystemHandle & { entries(): AsyncIterable<[string, FileSystemHandle]> };

async function walkHandle(handle: FileSystemHandle, found: File[]): Promise<void> {
  if (handle.kind === 'file') {
    if (fromFolder(handle.name)) found.push(await (handle as FileSystemFileHandle).getFile());
    return;
  }
  for await (const [, child] of (handle as Folder).entries()) await walkHandle(child, found);
}

const UNREADABLE = 'This browser doesn’t let a page opened from a file read folders: drop the files in it instead.';
const NOTHING = 'Nothing in that folder looks like an XLA dump or a profile.';

async function filesOf(transfer: DataTransfer): Promise<File[]> {
  const items = [...transfer.items].filter((item) => item.kind === 'file');
  // All must be taken before the first await: the list is emptied when the event is over.
  const given = items.map((item) => ({
    entry: item.webkitGetAsEntry(),
    file: item.getAsFile(),
    handle: (item as DataTransferItem & Handles).getAsFileSystemHandle?.().catch(() => null),
  }));
  const found: File[] = [];
  let unreadable = false;
  for (const { entry, file, handle } of given) {
    if (!entry?.isDirectory) {
      if (file) found.push(file);
      continue;
    }
    try {
      const folder = await handle;
      if (folder) await walkHandle(folder, found);
      else await walk(entry, found);
    } catch {
      unreadable = true;
    }
  }
  if (found.length === 0 && given.length > 0) notice.value = unreadable ? UNREADABLE : NOTHING;
  return found;
}

function carriesFiles(event: DragEvent): boolean {
  return [...(event.dataTransfer?.types ?? [])].includes('Files');
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
      void filesOf(event.dataTransfer).then(openFiles);
    };
    const paste = (event: ClipboardEvent) => {
      const given = event.clipboardData ? [...event.clipboardData.files] : [];
      if (given.length === 0) return;
      event.preventDefault();
      void openFiles(given);
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
      <input
        id={INPUT_ID}
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
          void openFiles(given);
        }}
        data-testid="file-input"
      />
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
