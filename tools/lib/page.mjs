// Puts everything into one HTML file that runs from file:// and cannot talk to any network.
//
// www/index.html has the markers <!-- inline:style -->, <!-- inline:data --> and <!-- inline:script -->. Data blocks are
// scripts of type text/plain, which browsers neither run nor subject to the CSP.
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { gzipSync } from 'node:zlib';
import { compress } from 'lzma1';

const sha256 = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** "Your file is never uploaded", enforced by the browser: nothing may be loaded or sent. */
export function contentSecurityPolicy(script, style) {
  return [
    "default-src 'none'",
    // blob: is the worker, made from the page's own text.
    `script-src ${sha256(script)} 'wasm-unsafe-eval' blob:`,
    'worker-src blob:',
    `style-src ${sha256(style)}`,
    'img-src data: blob:',
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

/** Inside <script>, "</script" ends it and "<!--" may make the parser overlook its end. esbuild avoids both. */
function mustBeInlinable(name, text) {
  const found = /<\/script|<!--/i.exec(text);
  if (found) throw new Error(`${name} contains ${found[0]}, which cannot stand inside <script>`);
}

function dataBlock(id, text, attributes = '') {
  mustBeInlinable(id, text);
  return `<script type="text/plain" id="${id}"${attributes}>${text}</script>\n`;
}

/**
 * @param {{template: string, style: string, script: string, worker: string, wasm: Buffer,
 *          licenses: string, sample: {path: string, bytes: Buffer}}} parts
 * @returns {{html: string, rawBytes: number, gzippedBytes: number}} sizes without the sample
 */
export function assemblePage({ template, style, script, worker, wasm, licenses, sample }) {
  mustBeInlinable('the page script', script);
  const policy = contentSecurityPolicy(script, style);
  const sampleBlock = dataBlock('xmv-sample', sample.bytes.toString('base64'), ` data-name="${basename(sample.path)}"`);
  // LZMA makes it a quarter smaller than gzip does; undoing that takes the worker some 40 ms (www/engine/unpack.ts). Level
  // 5 has a window of 2 MB, larger than the module.
  const wasmBlock = dataBlock('xmv-wasm', Buffer.from(compress(wasm, 5)).toString('base64'));

  const fill = (dataBlocks) => {
    const parts = {
      '<!-- inline:style -->': `<style>${style}</style>`,
      '<!-- inline:data -->': dataBlocks,
      '<!-- inline:script -->': `<script>${script}</script>`,
    };
    let html = template.replace(
      /<meta charset="?utf-8"?\s*\/?>/i,
      (charset) => `${charset}\n<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    );
    if (html === template)
      throw new Error('www/index.html has no <meta charset="utf-8">, after which the CSP would go');
    for (const [marker, content] of Object.entries(parts)) {
      const pieces = html.split(marker);
      if (pieces.length !== 2) throw new Error(`www/index.html must have ${marker} exactly once`);
      html = pieces.join(content);
    }
    return html;
  };

  const program = dataBlock('xmv-worker', worker) + wasmBlock + dataBlock('xmv-licenses', licenses);
  const withoutSample = Buffer.from(fill(program));
  return {
    html: fill(program + sampleBlock),
    rawBytes: withoutSample.length,
    gzippedBytes: gzipSync(withoutSample, { level: 9 }).length,
  };
}
