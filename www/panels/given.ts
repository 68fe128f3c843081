// From what the browser hands over to a list of files with their paths. Folders are walked; nothing is read.
import { alone } from '../state/files';
import { type Given, looking, notice } from '../state/store';

/** Deeper is no dump; a link in a circle would be endless. */
const DEEPEST = 20;
/** Files whose size is asked for at the same time. */
const AT_ONCE = 64;

const inFolder = (file: File, path: string): Given => ({ file, path, explicit: false });

/** A file of the folder that was picked in the browser's dialog. */
export const givenInFolder = (file: File): Given => inFolder(file, file.webkitRelativePath || file.name);

/** Adds the files behind `items`, those that can be had. */
async function addFiles<T>(
  list: Given[],
  items: readonly T[],
  give: (item: T) => Promise<Given | null>,
): Promise<void> {
  for (let from = 0; from < items.length; from += AT_ONCE) {
    const given = await Promise.all(items.slice(from, from + AT_ONCE).map(give));
    const found = given.filter((one) => one !== null);
    list.push(...found);
    looking.value = (looking.value ?? 0) + found.length;
  }
}

async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    // Gives at most a hundred at a time, and an empty list at the end.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    all.push(...some);
  }
}

function fileOfEntry(entry: FileSystemFileEntry): Promise<File | null> {
  return new Promise((resolve) => entry.file(resolve, () => resolve(null)));
}

async function walk(folder: FileSystemDirectoryEntry, list: Given[], depth = 0): Promise<void> {
  if (depth > DEEPEST) return;
  const entries = await entriesOf(folder);
  const files = entries.filter((entry) => entry.isFile) as FileSystemFileEntry[];
  await addFiles(list, files, async (entry) => {
    const file = await fileOfEntry(entry);
    return file && inFolder(file, entry.fullPath.replace(/^\//, ''));
  });
  for (const entry of entries) {
    if (entry.isDirectory) await walk(entry as FileSystemDirectoryEntry, list, depth + 1);
  }
}

/** Chromium's other way into folders, which also works in pages opened from file://, where entries can't be read. */
interface Handles {
  getAsFileSystemHandle?(): Promise<FileSystemHandle | null>;
}
type Folder = FileSystemHandle & { values(): AsyncIterable<FileSystemHandle> };

async function walkHandle(folder: Folder, path: string, list: Given[], depth = 0): Promise<void> {
  if (depth > DEEPEST) return;
  const files: FileSystemFileHandle[] = [];
  const folders: Folder[] = [];
  for await (const child of folder.values()) {
    if (child.kind === 'file') files.push(child as FileSystemFileHandle);
    else folders.push(child as Folder);
  }
  await addFiles(list, files, async (handle) => {
    const file = await handle.getFile().catch(() => null);
    return file && inFolder(file, `${path}/${handle.name}`);
  });
  for (const child of folders) await walkHandle(child, `${path}/${child.name}`, list, depth + 1);
}

const UNREADABLE =
  'This browser doesn’t let a page opened from a file read dropped folders: use “Choose a folder…”, or drop the files in it.';
const EMPTY = 'There is no file in that folder.';

/** What was dropped, in the order of the paths, which is the same in every browser. */
export async function givenBy(transfer: DataTransfer): Promise<Given[]> {
  const items = [...transfer.items].filter((item) => item.kind === 'file');
  // All must be taken before the first await: the list is emptied when the event is over.
  const taken = items.map((item) => ({
    entry: item.webkitGetAsEntry(),
    file: item.getAsFile(),
    handle: (item as DataTransferItem & Handles).getAsFileSystemHandle?.().catch(() => null),
  }));
  const list: Given[] = [];
  let unreadable = false;
  looking.value = 0;
  for (const { entry, file, handle } of taken) {
    if (!entry?.isDirectory) {
      if (file) list.push(alone(file));
      continue;
    }
    try {
      const folder = await handle;
      if (folder) await walkHandle(folder as Folder, folder.name, list);
      else await walk(entry as FileSystemDirectoryEntry, list);
    } catch {
      unreadable = true;
    }
  }
  looking.value = null;
  if (unreadable || (list.length === 0 && taken.length > 0)) notice.value = unreadable ? UNREADABLE : EMPTY;
  return list.sort((a, b) => (a.path < b.path ? -1 : 1));
}
