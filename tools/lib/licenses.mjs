// The licences of what ends up in dist/, since those ask to go along with every copy.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { inRoot } from './paths.mjs';

function licenseIn(dir) {
  const name = readdirSync(dir).find((file) => /^licen[cs]e/i.test(file));
  if (!name) throw new Error(`${dir} has no licence`);
  return readFileSync(`${dir}/${name}`, 'utf8');
}

/** The text for the npm packages among `inputs` (files that esbuild bundled) and for what is inside the wasm module. */
export function collectLicenses(inputs) {
  const texts = new Map();
  for (const input of inputs) {
    const name = /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1];
    if (name) texts.set(name, licenseIn(inRoot('node_modules', name)));
  }
  const wasm = inRoot('build/wasm/licenses');
  if (existsSync(wasm)) for (const name of readdirSync(wasm)) texts.set(name, readFileSync(`${wasm}/${name}`, 'utf8'));
  return [...texts]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, text]) => `== ${name}\n\n${text.trim()}\n`)
    .join('\n');
}
