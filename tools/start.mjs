// `npm start [-- --port N] [-- --no-open]`: sets the machine up, builds, serves the page on this machine only.
import { spawn } from 'node:child_process';
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { build } from './build.mjs';
import { inRoot } from './lib/paths.mjs';
import { isMain } from './lib/run.mjs';
import { setup } from './setup.mjs';

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

/** Serves the files of dist/; "/" is the page. */
function answer(request, response) {
  const dist = inRoot('dist');
  const { pathname } = new URL(request.url, 'http://localhost');
  const path = normalize(join(dist, pathname === '/' ? 'memory_viewer.html' : decodeURIComponent(pathname)));
  const file = path.startsWith(dist + sep) ? statSync(path, { throwIfNoEntry: false }) : undefined;
  if (!file?.isFile()) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('not found\n');
    return;
  }
  response.writeHead(200, {
    'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
    'content-length': file.size,
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
  });
  if (request.method === 'HEAD') response.end();
  else createReadStream(path).pipe(response);
}

/** Listens on `port`, or on the next free one. Resolves to {server, url}. Tests use it with port 0: any. */
export function serve(port) {
  return new Promise((done, failed) => {
    const server = createServer((request, response) => {
      try {
        answer(request, response);
      } catch {
        response.writeHead(400).end(); // e.g. a malformed escape in the address
      }
    });
    server.on('error', (error) => {
      if (error.code === 'EADDRINUSE' && port < 65535) server.listen(++port, 'localhost');
      else failed(error);
    });
    server.on('listening', () => done({ server, url: `http://localhost:${server.address().port}/` }));
    server.listen(port, 'localhost');
  });
}

function openBrowser(url) {
  const opener = { darwin: ['open', url], win32: ['cmd', '/c', 'start', url] }[process.platform] ?? ['xdg-open', url];
  const desktop = opener[0] !== 'xdg-open' || process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
  if (!desktop) return;
  // The address is printed anyway, so a desktop without an opener is no failure.
  spawn(opener[0], opener.slice(1), { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}

if (isMain(import.meta.url)) {
  const args = process.argv.slice(2);
  const port = args.includes('--port') ? Number(args[args.indexOf('--port') + 1]) : 8080;
  try {
    await setup('build');
    await build();
    const { url } = await serve(port);
    console.log(
      `\nXLA Memory Viewer: ${url}\n(or open dist/memory_viewer.html: it needs no server; Ctrl-C stops this one)`,
    );
    if (!args.includes('--no-open')) openBrowser(url);
  } catch (error) {
    console.error(`start: ${error.message}`);
    process.exit(1);
  }
}
