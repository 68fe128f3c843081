// Undoes the page's packing of the wasm module (tools/lib/page.mjs): LZMA, a quarter smaller than what browsers can undo
// by themselves.
import { Decoder } from 'lzma1/decoder';
import { InputBuffer, OutputBuffer } from 'lzma1/streams';

/** Throws on damaged input. */
export function unpack(packed: Uint8Array): Uint8Array<ArrayBuffer> {
  const out = new OutputBuffer(4 * packed.length);
  new Decoder().decompress(new InputBuffer(packed), out);
  return out.toArray();
}
