// A proxy that lets nothing through and remembers who asked. Both browsers are told to use it for everything but
// localhost, so a request that no page event shows (from a worker, a beacon, a prefetch) is seen here all the same.
import { createServer } from 'node:http';

// What browsers themselves ask for in the background, whatever their settings.
const VENDORS = /(^|\.)(google|googleapis|gstatic|gvt1|mozilla|mozgcp|mozaws|firefox)\.(com|org|net)$/;

const hostOf = (target) => new URL(/^\w+:\/\//.test(target) ? target : `http://${target}`).hostname;

/** Resolves to {port, seen, close}; `seen` lists the requests that no browser makes by itself. */
export async function startTrap() {
  const seen = [];
  const note = (method, target) => {
    if (!VENDORS.test(hostOf(target))) seen.push(`${method} ${target}`);
  };
  const server = createServer((request, response) => {
    note(request.method, request.url);
    response.writeHead(502).end();
  });
  // https and wss ask for a tunnel first.
  server.on('connect', (request, socket) => {
    note('CONNECT', request.url);
    socket.on('error', () => {});
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  server.unref();
  return { port: server.address().port, seen, close: () => server.close() };
}
