// What `import bytes from '#wasm/memory_viewer.wasm'` gives: esbuild's binary loader puts the file into the bundle.
declare const bytes: Uint8Array<ArrayBuffer>;
export default bytes;
