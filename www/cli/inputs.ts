// What the command line is given (files, folders, "-" for standard input) as a list of things to open.
import { readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type OpenFile, openFile } from './files';

export interface Input {
  /** As given or, in a folder, the path below the folder's own name: what the core knows files of one module by. */
  readonly path: string;
  readonly size: number;
  /** Named by the user; a file found in a folder may be no file of ours. */
  readonly explicit: boolean;
  open(): OpenFile;
}

/** Deeper is no dump; a link in a circle would be endless. */
const DEEPEST = 20;

function inFolder(folder: string, depth = 0): Input[] {
  if (depth > DEEPEST) return [];
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry): Input[] => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return inFolder(path, depth + 1);
      if (!entry.isFile() && !entry.isSymbolicLink()) return [];
      const status = statSync(path, { throwIfNoEntry: false });
      if (!status?.isFile()) return [];
      return [{ path, size: status.size, explicit: false, open: () => openFile(path) }];
    });
}

/** Reads standard input to its end. Kept in the pieces it came in, so that a large log is in memory once. */
function standardInput(): Input {
  const pieces: Buffer[] = [];
  const begins: number[] = [];
  let size = 0;
  for (;;) {
    const piece = Buffer.allocUnsafe(1 << 20);
    let got = 0;
    try {
      got = readSync(0, piece, 0, piece.length, null);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EAGAIN') continue; // a terminal that has nothing yet
      if (code !== 'EOF') throw error;
    }
    if (got === 0) break;
    begins.push(size);
    pieces.push(piece.subarray(0, got));
    size += got;
  }
  /** The last piece that begins at or before `offset`. */
  const pieceAt = (offset: number) => {
    let low = 0;
    let high = begins.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((begins[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low;
  };
  const read = (offset: number, length: number) => {
    const out = new Uint8Array(Math.max(0, Math.min(length, size - offset)));
    let done = 0;
    for (let i = pieceAt(offset); done < out.length; i++) {
      const from = offset + done - (begins[i] ?? 0);
      const part = (pieces[i] as Buffer).subarray(from, from + out.length - done);
      out.set(part, done);
      done += part.length;
    }
    return out;
  };
  return { path: 'standard input', size, explicit: true, open: () => ({ size, read, close: () => {} }) };
}

/** The files behind the arguments, in their order. Throws what the file system says. */
export function inputsOf(paths: readonly string[]): Input[] {
  return paths.flatMap((path): Input[] => {
    if (path === '-') return [standardInput()];
    if (statSync(path).isDirectory()) return inFolder(path);
    return [{ path, size: statSync(path).size, explicit: true, open: () => openFile(path) }];
  });
}
