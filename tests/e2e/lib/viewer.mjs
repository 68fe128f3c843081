// The page as a test sees it: open it, give it files, wait until it is idle, read what it says.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { page as pageFile } from '../../../tools/lib/paths.mjs';

export const DESKTOP = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844, hasTouch: true, isMobile: false };

const PAGE = '/memory_viewer.html';
export const byId = (id) => `[data-testid="${id}"]`;

export class Viewer {
  constructor(engine, server, context, page) {
    Object.assign(this, { engine, server, context, page, browserName: engine.name });
    this.errors = [];
    this.requests = [];
    /** Everything the page printed, for reports of failed tests. */
    this.log = [];
    /** Requests to our server that belong to opening the page. */
    this.expected = new Set([`GET ${PAGE}`]);
    this.listen();
  }

  /**
   * @param engine what launch() gave
   * @param server what startServer() gave
   * @param {{origin?: 'file' | 'http', hash?: string, path?: string, viewport?: object, scheme?: 'light' | 'dark',
   *   before?: () => void}} options `before` runs in the page ahead of its own script; `path`: of the server
   */
  static async open(engine, server, { origin = 'file', hash = '', path = PAGE, viewport, scheme, before } = {}) {
    const context = await engine.browser.createBrowserContext();
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    const viewer = new Viewer(engine, server, context, page);
    viewer.expected.add(`GET ${path}`);
    server.seen.length = 0;
    engine.trap.seen.length = 0;
    await page.setViewport(viewport ?? DESKTOP);
    if (scheme && engine.name === 'chromium') await viewer.setScheme(scheme);
    if (before) await page.evaluateOnNewDocument(before);
    viewer.url = (origin === 'file' ? pathToFileURL(pageFile).href : `${server.url}${path}`) + hash;
    await page.goto(viewer.url);
    if (path === PAGE) await viewer.idle();
    return viewer;
  }

  listen() {
    this.page.on('console', (message) => {
      this.log.push(`console ${message.type()}: ${message.text()}`);
      if (message.type() === 'error') this.errors.push(message.text());
    });
    this.page.on('pageerror', (error) => {
      this.log.push(`page error: ${error.stack ?? error}`);
      this.errors.push(String(error));
    });
    this.page.on('request', (request) => {
      const url = request.url();
      // Data and blob URLs are the page's own text.
      if (/^(data|blob):/.test(url) || request.isNavigationRequest()) return;
      this.log.push(`request: ${url}`);
      this.requests.push(url);
    });
  }

  /** No console errors, and no request whatever but the page itself. */
  mustBeSilent() {
    assert.deepEqual(this.errors, [], 'errors in the console');
    this.mustNotHaveAsked();
  }

  mustNotHaveAsked() {
    const asked = this.server.seen.filter((request) => !this.expected.has(request));
    assert.deepEqual([...this.requests, ...asked, ...this.engine.trap.seen], [], 'network requests');
  }

  async close() {
    await this.context.close();
  }

  idle() {
    return this.page.evaluate(() => window.xmv.idle());
  }

  /** Chooses files with the file input. */
  async choose(...paths) {
    const input = await this.page.$(byId('file-input'));
    await input.uploadFile(...paths);
  }

  /** Drags files over the window and drops them; resolves with what the page said while they hovered. */
  async drop(...paths) {
    return this.browserName === 'chromium' ? this.dropForReal(paths) : this.dropByScript(paths);
  }

  /** A drag from outside, as the operating system would send it. */
  async dropForReal(files) {
    const session = await this.page.createCDPSession();
    const data = { items: [], files, dragOperationsMask: 1 };
    const send = (type) => session.send('Input.dispatchDragEvent', { type, x: 300, y: 300, data });
    await send('dragEnter');
    await send('dragOver');
    const invitation = await this.text('drop-veil');
    await send('drop');
    await session.detach();
    return invitation;
  }

  async dropByScript(paths) {
    const files = paths.map((path) => ({ name: basename(path), base64: readFileSync(path).toString('base64') }));
    await this.page.evaluate((given) => {
      const transfer = new DataTransfer();
      for (const { name, base64 } of given) {
        transfer.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name));
      }
      window.fireDrag = (type) =>
        document.body.dispatchEvent(
          new DragEvent(type, { bubbles: true, cancelable: true, composed: true, dataTransfer: transfer }),
        );
      window.fireDrag('dragenter');
      window.fireDrag('dragover');
    }, files);
    const invitation = await this.text('drop-veil');
    await this.page.evaluate(() => window.fireDrag('drop'));
    return invitation;
  }

  /** Gives all files below a folder to the folder input; resolves when they are on screen. */
  async loadFolder(folder) {
    if (this.browserName === 'chromium') {
      await this.drop(folder);
      // The walk begins with an event of the browser's, which idle() can't know of.
      await this.page.waitForFunction(() => document.querySelector('.viewer, [data-testid="useless"]'));
    } else {
      const input = await this.page.$(byId('folder-input'));
      const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      await input.uploadFile(...entries.map((entry) => join(entry.parentPath ?? entry.path, entry.name)));
    }
    await this.idle();
  }

  /** Pastes a text anywhere on the page. */
  async paste(text) {
    await this.page.evaluate((pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', pasted);
      const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true });
      // Firefox takes no clipboardData from a script.
      Object.defineProperty(event, 'clipboardData', { value: clipboardData });
      document.body.dispatchEvent(event);
    }, text);
    await this.idle();
  }

  /** Chooses files and waits until they are on screen. */
  async load(...paths) {
    await this.choose(...paths);
    await this.idle();
  }

  /** The visible text of an element, spaces and line breaks made one space; waits for it to be there. */
  async text(id) {
    const element = await this.page.waitForSelector(byId(id));
    return (await element.evaluate((e) => e.innerText)).replaceAll(/\s+/g, ' ').trim();
  }

  async has(id) {
    return (await this.page.$(byId(id))) !== null;
  }

  async click(id) {
    await this.clickOn(byId(id));
  }

  /** Clicks with the mouse, in the middle of the window, where nothing that sticks to an edge is in the way. */
  async clickOn(selector) {
    const element = await this.page.waitForSelector(selector);
    await element.evaluate((e) => e.scrollIntoView({ block: 'center' }));
    await element.click();
    await this.idle();
  }

  async press(...keys) {
    for (const key of keys) await this.page.keyboard.press(key);
    await this.idle();
  }

  async setScheme(value) {
    await this.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
  }

  /** Chooses a module by its title, as a person would: open, type, Enter. */
  async pickModule(title) {
    await this.click('module-picker');
    await this.page.waitForSelector(byId('module-search'));
    await this.page.keyboard.type(title);
    await this.press('Enter');
  }

  /** Chooses a memory space by XLA's number. */
  async pickSpace(space) {
    await this.clickOn(`${byId('space-picker')} input[value="${space}"]`);
  }
}
