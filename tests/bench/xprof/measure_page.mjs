// Our page on one file: from choosing it in a page, opened from file:// a moment ago, to the first chart on screen or to the
// list of modules; and a page that reads the file and does nothing else.
import { setTimeout } from 'node:timers/promises';
import { startServer } from '../../e2e/lib/server.mjs';
import { byId, Viewer } from '../../e2e/lib/viewer.mjs';

/** So long a person needs at least to choose a file; XProf's server is running, too. By then the worker has rehearsed. */
const OPEN_MS = 2000;

/** Runs ahead of the page: gives its workers a way to tell how much memory wasm and what is read take, and keeps the last. */
function watchHeap() {
  const Original = window.Worker;
  const probe = () => {
    const { instantiate } = WebAssembly;
    let memory;
    let slice = 0;
    const read = FileReaderSync.prototype.readAsArrayBuffer;
    FileReaderSync.prototype.readAsArrayBuffer = function (blob) {
      slice = Math.max(slice, blob.size);
      return read.call(this, blob);
    };
    WebAssembly.instantiate = async (...args) => {
      const made = await instantiate.apply(WebAssembly, args);
      memory = Object.values((made.instance ?? made).exports).find((e) => e instanceof WebAssembly.Memory);
      return made;
    };
    addEventListener('message', (event) => {
      if (event.data?.type !== 'xmv-heap') return;
      event.stopImmediatePropagation();
      // A kind of message that the page ignores for ids it does not know.
      postMessage({
        type: 'progress',
        id: -1,
        wasmBytes: memory.buffer.byteLength,
        heapBytes: memory.buffer.byteLength + slice,
      });
    });
  };
  window.Worker = class extends Original {
    constructor() {
      const source = `(${probe})();${document.getElementById('xmv-worker').textContent}`;
      super(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })));
      window.lastWorker = this;
      this.addEventListener('message', ({ data }) => {
        const { infos, modules } = data.value ?? {};
        if (infos) window.bytesRead = infos[0].bytesRead;
        if (modules) window.listed ??= { at: performance.now(), bytesRead: window.bytesRead };
      });
    }
  };
}

/** Runs in the page: notes when a file is chosen, when the curve is first painted, and when all is quiet. */
function watchDrawing() {
  window.marks = {};
  const input = document.querySelector('[data-testid="file-input"]');
  input.addEventListener(
    'change',
    () => {
      const start = performance.now();
      const isPainted = () => {
        const canvas = document.querySelector('[data-testid="curve-chart"] canvas');
        if (!canvas || canvas.width === 0) return false;
        // One column in the middle is enough, and cheap.
        const { data } = canvas.getContext('2d').getImageData(Math.floor(canvas.width / 2), 0, 1, canvas.height);
        return data.some((byte) => byte > 0);
      };
      // Painted in one frame, on screen with the next.
      let painted = false;
      const look = () => {
        if (painted) {
          window.marks.chart = (performance.now() - start) / 1000;
          return;
        }
        painted = isPainted();
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    },
    { capture: true, once: true },
  );
}

/** {wasmBytes, heapBytes}: the worker's wasm memory, which never shrinks, so its peak; and with the largest slice of the file
 *  that was read, and the page's own objects where the browser tells. Runs in the page. */
function heap() {
  return new Promise((resolve) => {
    window.lastWorker.addEventListener('message', ({ data }) => {
      const { wasmBytes, heapBytes } = data;
      if (heapBytes) resolve({ wasmBytes, heapBytes: heapBytes + (performance.memory?.usedJSHeapSize ?? 0) });
    });
    window.lastWorker.postMessage({ type: 'xmv-heap' });
  });
}

/** Runs in a page: seconds in which a worker of it reads the first `bytes` of the chosen file, as ours does. */
function readAll(bytes) {
  const source = (most) => {
    self.onmessage = ({ data: { file, end } }) => {
      const reader = new FileReaderSync();
      for (let at = 0; at < end; at += most) reader.readAsArrayBuffer(file.slice(at, Math.min(end, at + most)));
      postMessage(null);
    };
  };
  const url = URL.createObjectURL(new Blob([`(${source})(${16 << 20})`], { type: 'text/javascript' }));
  const worker = new Worker(url);
  return new Promise((resolve) => {
    const input = document.querySelector('input');
    const file = input.files[0];
    // Once for nothing: the worker has started then.
    worker.postMessage({ file, end: 0 });
    let start = 0;
    worker.onmessage = () => {
      if (start > 0) {
        worker.terminate();
        resolve((performance.now() - start) / 1000);
        return;
      }
      start = performance.now();
      worker.postMessage({ file, end: bytes ?? file.size });
    };
  });
}

/** Seconds that a browser takes to read a file, or its first `bytes`, and nothing else. */
export async function measureReading({ browser }, { file, bytes = null }) {
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    await page.setContent('<input type="file">');
    await (await page.$('input')).uploadFile(file);
    return await page.evaluate(readAll, bytes);
  } finally {
    await context.close();
  }
}

/** {list, bytesRead, wasmBytes, heapBytes}: seconds from choosing a file until its list of modules has been read; memory
 *  after the first chart. */
export async function measureList(engine, { file }) {
  const server = await startServer();
  const viewer = await Viewer.open(engine, server, { before: watchHeap });
  try {
    viewer.page.setDefaultTimeout(120_000);
    await setTimeout(OPEN_MS);
    await viewer.page.evaluate(() => {
      const start = () => {
        window.chosenAt = performance.now();
      };
      document
        .querySelector('[data-testid="file-input"]')
        .addEventListener('change', start, { capture: true, once: true });
    });
    await viewer.choose(file);
    await viewer.page.waitForFunction(() => window.listed);
    await viewer.idle();
    const { list, bytesRead } = await viewer.page.evaluate(() => ({
      list: (window.listed.at - window.chosenAt) / 1000,
      bytesRead: window.listed.bytesRead,
    }));
    return { list, bytesRead, ...(await viewer.page.evaluate(heap)) };
  } finally {
    await viewer.close();
    server.close();
  }
}

/** {chart, wasmBytes, heapBytes}: seconds, and memory. */
export async function measurePage(engine, { file }) {
  const server = await startServer();
  const viewer = await Viewer.open(engine, server, { before: watchHeap });
  try {
    viewer.page.setDefaultTimeout(120_000);
    await setTimeout(OPEN_MS);
    await viewer.page.evaluate(watchDrawing);
    await viewer.choose(file);
    await viewer.page.waitForSelector(byId('curve-chart'));
    await viewer.page.waitForFunction(() => window.marks.chart > 0);
    await viewer.idle();
    const chart = await viewer.page.evaluate(() => window.marks.chart);
    return { chart, ...(await viewer.page.evaluate(heap)) };
  } finally {
    await viewer.close();
    server.close();
  }
}
