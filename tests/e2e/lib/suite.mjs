// How tests are declared: `viewerTest(title, body, options)` makes one test for each browser and way of opening the page.
// Each gets a page of its own in an empty browser context and must leave it silent: no console errors, no requests.
import { mkdirSync } from 'node:fs';
import { after, test } from 'node:test';
import { inRoot } from '../../../tools/lib/paths.mjs';
import { BROWSERS, closeShared, shared } from './browser.mjs';
import { startServer } from './server.mjs';
import { Viewer } from './viewer.mjs';

const ways = (origins) => origins.flatMap((origin) => BROWSERS.map((browser) => ({ browser, origin })));

/** Both browsers, with the page opened as a file, which is the stricter place. */
export const BOTH = ways(['file']);
/** Both browsers, file:// and http. */
export const ALL_WAYS = ways(['file', 'http']);

const TIMEOUT_MS = 60_000;

let server = null;
export const theServer = () => {
  server ??= startServer();
  return server;
};

after(async () => {
  await closeShared();
  (await server)?.close();
});

async function keepPicture(viewer, title) {
  mkdirSync(inRoot('build/e2e'), { recursive: true });
  const path = inRoot('build/e2e', `${title.replaceAll(/[^\w-]+/g, '_')}.png`);
  await viewer.page.screenshot({ path }).catch(() => {});
  return path;
}

/**
 * @param {string} title
 * @param {(viewer: Viewer, way: {browser: string, origin: string}) => Promise<void>} body
 * @param {object} options `on`: BOTH or ALL_WAYS; `skip`: a reason; the rest goes to Viewer.open
 */
export function viewerTest(title, body, { on = BOTH, skip = false, ...options } = {}) {
  for (const way of on) {
    const full = `${title} (${way.browser}, ${way.origin})`;
    test(full, { skip, timeout: TIMEOUT_MS }, async () => {
      const engine = await shared(way.browser);
      const viewer = await Viewer.open(engine, await theServer(), { origin: way.origin, ...options });
      try {
        await body(viewer, way);
        viewer.mustBeSilent();
      } catch (error) {
        error.message += `\n  picture: ${await keepPicture(viewer, full)}${viewer.log.map((line) => `\n  ${line}`).join('')}`;
        throw error;
      } finally {
        await viewer.close();
      }
    });
  }
}
