// Files for the command line: read piece by piece through a descriptor, never as a whole.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

export interface OpenFile {
  readonly size: number;
  read(offset: number, length: number): Uint8Array;
  close(): void;
}

/** Opens a file for reading. Throws what the file system says. `read` returns fewer bytes where it cannot read on. */
export function openFile(path: string): OpenFile {
  const descriptor = openSync(path, 'r');
  const status = fstatSync(descriptor);
  if (!status.isFile()) {
    closeSync(descriptor);
    throw new Error(`${path} is not a file`);
  }
  return {
    size: status.size,
    read(offset, length) {
      const bytes = new Uint8Array(length);
      let done = 0;
      try {
        while (done < length) {
          const got = readSync(descriptor, bytes, done, length - done, offset + done);
          if (got === 0) break;
          done += got;
        }
      } catch {
        // The core reports the short read with the position; nothing may be thrown through wasm.
      }
      return bytes.subarray(0, done);
    },
    close: () => closeSync(descriptor),
  };
}
