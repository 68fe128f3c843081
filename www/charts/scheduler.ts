// One requestAnimationFrame for the whole page. Whoever has to draw asks for it here; several requests of one frame are
// one drawing. `drawn()` lets tests wait until nothing is left to be drawn.
//
// What changed can be asked for now or soon. Soon is with whatever is asked for now, mostly the worker's answer to the same
// change: drawing the old picture first would only hold up the answer that replaces it.
import { PATIENCE_MS } from '../base/patience';

const dirty = new Set<() => void>();
let frame = 0;
let patience = 0;
let waiting: (() => void)[] = [];

function flush(): void {
  frame = 0;
  clearTimeout(patience);
  patience = 0;
  const jobs = [...dirty];
  dirty.clear();
  for (const job of jobs) job();
  if (dirty.size > 0) return;
  const resolve = waiting;
  waiting = [];
  for (const done of resolve) done();
}

function request(): void {
  if (frame === 0) frame = requestAnimationFrame(flush);
}

/** Runs `job` in the next frame, once, however often it is asked for. */
export function schedule(job: () => void): void {
  dirty.add(job);
  request();
}

/** Runs `job` with the next frame that anything else asks for, at the latest with the first after PATIENCE_MS. */
export function scheduleSoon(job: () => void): void {
  dirty.add(job);
  if (patience === 0) patience = window.setTimeout(request, PATIENCE_MS);
}

/** Runs `job` in the frame that is asked for, after the charts: text around them changes with them, once. As a microtask if
 *  there is no such frame, or none will come because the page is not seen. */
export function afterCharts(job: () => void): void {
  // Whether there is one is known when all that follows from the same change has been told.
  queueMicrotask(() => {
    if (frame !== 0 && !document.hidden) requestAnimationFrame(job);
    else job();
  });
}

export function unschedule(job: () => void): void {
  dirty.delete(job);
}

/** Resolves after the frame that leaves nothing to be drawn. */
export function drawn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    request();
  });
}
