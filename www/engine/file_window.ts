// Reads a file slice by slice, synchronously, with a window that reads ahead. Protobuf walking asks for many small
// neighbouring slices; one FileReaderSync call costs far more than the bytes it brings.

/** Reads exactly [offset, offset + length) or, at a changed file's end, less. */
export type ReadSlice = (offset: number, length: number) => Uint8Array;

/** For the core's first small steps after a jump; once it reads on it asks for up to 4 MB itself. */
const WINDOW_BYTES = 256 << 10;

/** Wraps `source` (size bytes long). The arrays handed out are views of the window: use them before the next read. */
export function windowed(size: number, source: ReadSlice, windowBytes = WINDOW_BYTES): ReadSlice {
  let start = 0;
  let window: Uint8Array = new Uint8Array(0);
  return (offset, length) => {
    const wanted = Math.max(0, Math.min(length, size - offset));
    if (wanted >= windowBytes) return source(offset, wanted);
    if (offset < start || offset + wanted > start + window.length) {
      start = offset;
      window = source(offset, Math.min(windowBytes, size - offset));
    }
    return window.subarray(offset - start, offset - start + wanted);
  };
}
