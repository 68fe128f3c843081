// A static server for the page and, in tests about frames, for a page around it. Remembers every request.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { page } from '../../../tools/lib/paths.mjs';

const EMBEDDING = {
  '/framed.html': '<iframe src="/memory_viewer.html"></iframe>',
  // What a careful host does: no storage, no origin.
  '/sandboxed.html': '<iframe sandbox="allow-scripts" src="/memory_viewer.html"></iframe>',
};
const AROUND = (frame) =>
  `<!doctype html><title>Around</title><link rel="icon" href="data:,"><style>iframe{width:1200px;height:850px}</style>${frame}`;

/** Resolves to {url, seen, close}; `seen` lists "METHOD path" of all requests since it was last emptied. */
export async function startServer() {
  const seen = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    seen.push(`${request.method} ${pathname}`);
    const frame = EMBEDDING[pathname];
    const body = frame ? AROUND(frame) : pathname === '/memory_viewer.html' ? readFileSync(page) : null;
    // Whoever gets here against the page's promise must not be stopped by anything but the page's own policy.
    const headers = { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-store' };
    if (body === null) response.writeHead(404, headers).end();
    else response.writeHead(200, { ...headers, 'Content-Type': 'text/html' }).end(body);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  server.unref();
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    seen,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
