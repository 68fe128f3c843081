// TypeScript to JavaScript with esbuild. Types are checked elsewhere (`tsc`, in npm test).
import { readFileSync } from 'node:fs';
import { build } from 'esbuild';
import { inRoot, root } from './paths.mjs';

const common = {
  absWorkingDir: root,
  bundle: true,
  charset: 'utf8',
  legalComments: 'none', // licenses.mjs collects them
  logLevel: 'warning',
  metafile: true,
  minify: true,
  write: false,
};

// The oldest browsers that are meant to work; all of them know 'wasm-unsafe-eval' in a CSP.
const browsers = ['chrome103', 'firefox113', 'safari16.4'];

// Of lzma1 the page needs the decoder only, a fifth of it; the package exports no less than everything.
const alias = Object.fromEntries(
  ['decoder', 'streams'].map((part) => [`lzma1/${part}`, inRoot(`node_modules/lzma1/lib/${part}.js`)]),
);

const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));

const text = (result) => ({ text: result.outputFiles[0].text, inputs: Object.keys(result.metafile.inputs) });

// Chromium compiles functions when they are first called. Most of ours are when the first file comes, and people wait: with
// this line, which other browsers take for a comment, it compiles them while the script loads (v8.dev/blog/explicit-compile-hints).
const COMPILE_ALL = '//# allFunctionsCalledOnLoad';

/** A classic script for the page or for the worker made from a Blob. Resolves to {text, inputs}. */
export async function bundleForBrowser(entry) {
  const result = await build({
    ...common,
    entryPoints: [entry],
    alias,
    format: 'iife',
    target: browsers,
    banner: { js: COMPILE_ALL },
    // Emscripten's glue asks for Node's modules where there is a `process`; in a browser there is none.
    define: { process: 'undefined', XMV_VERSION: JSON.stringify(version) },
    external: ['fs', 'path', 'crypto'],
  });
  return text(result);
}

/** The style sheet with its imports and images inside. Resolves to {text, inputs}. */
export async function bundleStyle(entry) {
  return text(await build({ ...common, entryPoints: [entry], target: browsers, loader: { '.svg': 'dataurl' } }));
}

// Emscripten's glue is CommonJS.
const commonJs = {
  js: [
    "import { createRequire as xmvCreateRequire } from 'node:module';",
    'const require = xmvCreateRequire(import.meta.url), __dirname = import.meta.dirname, __filename = import.meta.filename;',
  ].join('\n'),
};

/** One ES module for Node; imported .wasm files are inside it as Uint8Arrays. Resolves to {text, inputs}. */
export async function bundleForNode(entry, { minify = true } = {}) {
  const result = await build({
    ...common,
    entryPoints: [entry],
    format: 'esm',
    platform: 'node',
    target: 'node20',
    minify,
    loader: { '.wasm': 'binary' },
    banner: commonJs,
  });
  return text(result);
}

/** Bundles every entry into its own ES module below `outdir`, for `node --test`. */
export async function bundleTests(entries, outdir) {
  await build({
    ...common,
    entryPoints: entries,
    outdir: inRoot(outdir),
    outbase: root,
    outExtension: { '.js': '.mjs' },
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    minify: false,
    sourcemap: 'inline', // failures name lines of the source
    banner: commonJs,
    write: true,
    loader: { '.wasm': 'binary' },
  });
}
