// The parts of lzma1 that the page uses; the package itself exports everything or nothing (tools/lib/bundle.mjs).
declare module 'lzma1/streams' {
  export class InputBuffer {
    constructor(data: Uint8Array);
  }
  export class OutputBuffer {
    constructor(capacity: number);
    toArray(): Uint8Array<ArrayBuffer>;
  }
}
declare module 'lzma1/decoder' {
  import type { InputBuffer, OutputBuffer } from 'lzma1/streams';
  export class Decoder {
    decompress(input: InputBuffer, output: OutputBuffer): void;
  }
}
