// Reads files slice by slice, synchronously, with a window that reads ahead. Protobuf walking asks for many small
// neighbouring slices; one FileReaderSync call costs some 2 ms more than the bytes it brings.

/** Reads exactly [offset, offset + length) or, at a changed file's end, less. */
export type ReadSlice = (offset: number, length: number) => Uint8Array;

export interface WindowSizes {
  /** After a jump. */
  readonly first: number;
  /** Reading on, windows grow to this; files of this size are read at once when they are opened. */
  readonly most: number;
}

const SIZES: WindowSizes = { first: 256 << 10, most: 16 << 20 };
const GROWTH = 4;

interface Window {
  readonly of: ReadSlice | null;
  readonly start: number;
  readonly bytes: Uint8Array;
}

const NONE: Window = { of: null, start: 0, bytes: new Uint8Array(0) };

/** There is one window, of the file read last, so that many open files take no more memory than one. */
let window = NONE;

/** Lets go of what was read ahead. Later reads see the file as it is then. */
export function forgetWindow(): void {
  window = NONE;
}

/** Wraps `source` (size bytes long). The arrays handed out are views of the window: use them before the next read. */
export function windowed(size: number, source: ReadSlice, sizes: WindowSizes = SIZES): ReadSlice {
  let next = sizes.first;
  let end = -1; // of the last window; -1: none yet
  return (offset, length) => {
    const wanted = Math.max(0, Math.min(length, size - offset));
    if (wanted === 0) return new Uint8Array(0);
    const inside = window.of === source && offset >= window.start;
    if (!inside || offset + wanted > window.start + window.bytes.length) {
      next = offset === end ? Math.min(next * GROWTH, sizes.most) : sizes.first;
      const whole = end < 0 && size <= sizes.most;
      const start = whole ? 0 : offset;
      end = whole ? size : Math.min(size, offset + Math.max(wanted, next));
      window = { of: source, start, bytes: source(start, end - start) };
    }
    return window.bytes.subarray(offset - window.start, offset - window.start + wanted);
  };
}
