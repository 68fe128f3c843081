// XProf's server, or one that speaks its protocol (xprof-rs), as its page uses it: over loopback, from a browser, JSON parsed.
import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { inRoot } from '../../../tools/lib/paths.mjs';
import { medianOf } from './measuring.mjs';

const HOST = 'host';
/** Until a server that starts answers. */
const PATIENCE_MS = 60_000;
/** Asked for first, so that what is measured does not import Python modules. */
const WARM_UP = {
  file: inRoot('tests/data/jax/matmul/module_0000.jit_matmul.cl_1014260217.after_optimizations.hlo.pb'),
  module: 'jit_matmul',
  space: 0,
};

export const isProfile = (file) => file.includes('.xplane.pb');

async function freePort() {
  const server = createServer();
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}

/** Lays a file out as a session: a profile by itself, a dump beside an empty one, by its module's name. No gzip there. */
export function layOut(session, file, module) {
  mkdirSync(session, { recursive: true });
  const profile = join(session, `${HOST}.xplane.pb`);
  const path = isProfile(file) ? profile : join(session, `${module}.hlo_proto.pb`);
  if (file.endsWith('.gz')) writeFileSync(path, gunzipSync(readFileSync(file)));
  else if (isProfile(file)) symlinkSync(file, path);
  else copyFileSync(file, path);
  if (path !== profile) writeFileSync(profile, '');
  return profile;
}

/** In the page: seconds until the answers to some URLs are there one after the other, the last one parsed. What is asked
 *  for a module must answer with that; a list of modules is text. */
async function ask(urls, ofModule) {
  const start = performance.now();
  let text = '';
  for (const url of urls) {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    text = await response.text();
  }
  const whole = ofModule ? JSON.parse(text).totalBufferAllocationMib !== undefined : text !== '';
  if (!whole) throw new Error(`no answer: “${text.slice(0, 100)}”`);
  return (performance.now() - start) / 1000;
}

function peakKiB(pid) {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN);
}

async function start(program, folder) {
  const port = await freePort();
  const args = ['--logdir', folder, '--port', String(port), '--grpc_port', String(await freePort())];
  const child = spawn(program, args, { stdio: 'ignore', env: { ...process.env, TF_CPP_MIN_LOG_LEVEL: '3' } });
  const url = `http://127.0.0.1:${port}`;
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${program} ended with status ${child.exitCode}`);
    if (
      await fetch(`${url}/data/plugin/profile/runs`).then(
        () => true,
        () => false,
      )
    )
      return { child, url };
    if (performance.now() > end) throw new Error(`${program} does not answer`);
    await setTimeout(50);
  }
}

/** {BROWSER: {first, again}, peakKiB}: seconds from asking to the answer parsed, of a file new to a running server and of
 *  the same once more, in each browser; KiB of the server. A profile's programs are taken out with the first question.
 *  Without a module its list of modules is asked for.
 *  @param {Record<string, object>} engines as launched */
export async function measureServer({ program }, engines, { file, module, space }) {
  const folder = mkdtempSync(join(tmpdir(), 'xmv-server-'));
  const { child, url } = await start(program, folder);
  try {
    const data = `${url}/data/plugin/profile`;
    const urlsOf = (run, input) => {
      layOut(join(folder, 'plugins/profile', run), input.file, input.module);
      const about = `run=${run}&tag=memory_viewer&host=${HOST}`;
      const what = `module_name=${encodeURIComponent(input.module)}&memory_space=${input.space}`;
      const answer = input.module ? `${data}/data?${about}&${what}` : `${data}/module_list?${about}`;
      return isProfile(input.file) ? [`${data}/run_tools?run=${run}`, answer] : [answer];
    };
    const measured = {};
    for (const [name, { browser }] of Object.entries(engines)) {
      const context = await browser.createBrowserContext();
      try {
        const page = await context.newPage();
        page.setDefaultTimeout(300_000);
        await page.goto(`${data}/runs`);
        await page.evaluate(ask, urlsOf(`warm_${name}`, WARM_UP), true);
        const urls = urlsOf(`run_${name}`, { file, module, space });
        const first = await page.evaluate(ask, urls, Boolean(module));
        measured[name] = { first, again: await page.evaluate(ask, urls.slice(-1), Boolean(module)) };
      } finally {
        await context.close();
      }
    }
    return { ...measured, peakKiB: peakKiB(child.pid) };
  } finally {
    child.kill('SIGKILL');
    await new Promise((done) =>
      child.exitCode === null && child.signalCode === null ? child.on('close', done) : done(),
    );
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Medians over what measureServer gave, NaN where it gave nothing: seconds of the first answer in a browser and of the same
 *  once more, bytes of the server. */
export const firstAnswer = (list, name) => medianOf(list, (one) => one[name]?.first ?? Number.NaN);
export const secondAnswer = (list) => medianOf(list, (one) => (one.chromium ?? one.firefox).again);
export const serverBytes = (list) => medianOf(list, (one) => one.peakKiB * 1024);
