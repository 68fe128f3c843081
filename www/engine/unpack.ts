// Undoes the page's packing of the wasm module (tools/lib/page.mjs): LZMA, a quarter smaller than what browsers can undo
// by themselves, in base64. In the worker: it takes some 40 ms.
import { Decoder } from 'lzma1/decoder';
import { InputBuffer, OutputBuffer } from 'lzma1/streams';
import { fromBase64 } from '../base/dom';

/** Throws on damaged input. */
export function unpack(text: string): Uint8Array<ArrayBuffer> {
  const packed = fromBase64(text);
  const out = new OutputBuffer(4 * packed.length);
  new Decoder().decompress(new InputBuffer(packed), out);
  return out.toArray();
}
