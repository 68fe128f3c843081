// What is asked for now and what soon, with frames that come when the test says so.
import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { PATIENCE_MS } from '../base/patience';
import { afterCharts, drawn, schedule, scheduleSoon, unschedule } from './scheduler';

let frames: (() => void)[] = [];
const ran: string[] = [];
const curve = () => void ran.push('curve');
const map = () => void ran.push('map');

/** Paints the frames that were asked for; how many there were. */
function paint(): number {
  const now = frames;
  frames = [];
  for (const frame of now) frame();
  return now.length;
}

mock.timers.enable({ apis: ['setTimeout'] });
Object.assign(globalThis, {
  window: globalThis,
  document: { hidden: false },
  requestAnimationFrame: (frame: () => void) => frames.push(frame),
});
beforeEach(() => {
  ran.length = 0;
});

test('several requests are one drawing in one frame', () => {
  schedule(curve);
  schedule(map);
  schedule(curve);
  assert.equal(paint(), 1);
  assert.deepEqual(ran, ['curve', 'map']);
});

test('what is wanted soon comes with what is wanted now, once', () => {
  scheduleSoon(curve);
  assert.equal(paint(), 0);
  schedule(map);
  assert.equal(paint(), 1);
  assert.deepEqual(ran, ['curve', 'map']);
  mock.timers.tick(PATIENCE_MS);
  assert.equal(paint(), 0);
});

test('patience ends', () => {
  scheduleSoon(curve);
  mock.timers.tick(PATIENCE_MS - 1);
  scheduleSoon(map);
  assert.equal(paint(), 0);
  mock.timers.tick(1);
  assert.equal(paint(), 1);
  assert.deepEqual(ran, ['curve', 'map']);
});

test('who waits for everything to be drawn does not wait for patience', async () => {
  scheduleSoon(curve);
  const done = drawn();
  assert.equal(paint(), 1);
  await done;
  assert.deepEqual(ran, ['curve']);
});

test('text around the charts follows them in their frame; without one it does not wait, nor when the page is not seen', async () => {
  const text = () => void ran.push('text');
  afterCharts(text);
  await Promise.resolve();
  assert.deepEqual(ran, ['text']);
  for (const hidden of [false, true]) {
    Object.assign(globalThis, { document: { hidden } });
    ran.length = 0;
    afterCharts(text);
    schedule(curve);
    await Promise.resolve();
    paint();
    assert.deepEqual(ran, hidden ? ['text', 'curve'] : ['curve', 'text']);
  }
});

test('what is gone is not drawn', () => {
  scheduleSoon(curve);
  unschedule(curve);
  mock.timers.tick(PATIENCE_MS);
  paint();
  assert.deepEqual(ran, []);
});
