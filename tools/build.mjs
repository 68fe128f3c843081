// `npm run build`: the wasm module, then dist/memory_viewer.html (everything in one file) and dist/cli.mjs.
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { buildPreset } from './lib/cmake.mjs';
import { collectLicenses } from './lib/licenses.mjs';
import { cli, filesBelow, fromRoot, inRoot, page, SAMPLE, wasmBinary, wasmJs } from './lib/paths.mjs';
import { isMain } from './lib/run.mjs';
import { hashFiles, isFresh, markFresh } from './lib/stamp.mjs';
import { setup } from './setup.mjs';

/** The page without its sample, in bytes. */
const BUDGET = { raw: 700_000, gzipped: 300_000 };

const kB = (bytes) => `${(bytes / 1000).toFixed(0)} kB`;

function write(path, content) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

async function buildPage({ bundleForBrowser, bundleStyle }, { assemblePage }) {
  const [style, script, worker] = await Promise.all([
    bundleStyle('www/style.css'),
    bundleForBrowser('www/main.tsx'),
    bundleForBrowser('www/engine/worker.ts'),
  ]);
  const licenses = collectLicenses([...script.inputs, ...worker.inputs]);
  write(inRoot('dist/licenses.txt'), licenses);
  const { html, rawBytes, gzippedBytes } = assemblePage({
    template: readFileSync(inRoot('www/index.html'), 'utf8'),
    style: style.text.trim(),
    script: script.text.trim(),
    worker: worker.text.trim(),
    wasm: readFileSync(wasmBinary),
    licenses,
    sample: { path: SAMPLE, bytes: readFileSync(SAMPLE) },
  });
  write(page, html);
  console.log(`build: ${fromRoot(page)}: ${kB(rawBytes)}, ${kB(gzippedBytes)} gzipped, besides the sample`);
  if (rawBytes > BUDGET.raw || gzippedBytes > BUDGET.gzipped) {
    throw new Error(`the page is over its budget of ${kB(BUDGET.raw)}, ${kB(BUDGET.gzipped)} gzipped`);
  }
}

async function buildCli({ bundleForNode }) {
  const { text } = await bundleForNode('www/cli.ts');
  write(cli, `#!/usr/bin/env node\n${text}`);
  chmodSync(cli, 0o755);
  console.log(`build: ${fromRoot(cli)}: ${kB(text.length)}`);
}

/** Builds what is out of date. Needs setup() first. */
export async function build() {
  await buildPreset('wasm');
  const inputs = [
    ...filesBelow(['www', 'tools'], (name) => !name.includes('.test.')),
    ...[wasmJs, wasmBinary, SAMPLE, inRoot('package.json'), inRoot('package-lock.json')],
  ];
  const hash = hashFiles(inputs);
  if (isFresh('dist', hash) && existsSync(page) && existsSync(cli)) return;
  // Loaded late: the packages they need are there only after setup().
  const bundle = await import('./lib/bundle.mjs');
  await buildPage(bundle, await import('./lib/page.mjs'));
  await buildCli(bundle);
  markFresh('dist', hash);
}

if (isMain(import.meta.url)) {
  try {
    await setup('build');
    await build();
  } catch (error) {
    console.error(`build: ${error.message}`);
    process.exit(1);
  }
}
