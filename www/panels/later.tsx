// What need not be in the first frame: people wait for the curve, and everything mounted with it makes them wait longer.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

let waiting = 0;

/** Whether something is yet to be mounted. */
export function mountsLater(): boolean {
  return waiting > 0;
}

/** Runs `job` when the next `count` frames have begun; returns how to call that off. */
function afterFrames(count: number, job: () => void): () => void {
  let frame = 0;
  const step = (left: number) => {
    frame = requestAnimationFrame(() => (left > 1 ? step(left - 1) : job()));
  };
  step(count);
  return () => cancelAnimationFrame(frame);
}

/** Its children are mounted once the frame that it came with has been shown. */
export function Later({ children }: { children: ComponentChildren }) {
  const shown = useSignal(false);
  useLayoutEffect(() => {
    waiting++;
    let done = false;
    const finish = () => {
      if (!done) waiting--;
      done = true;
    };
    // The callbacks of a frame run before it is shown; those of the next one after that.
    let callOff = afterFrames(2, () => {
      shown.value = true;
      // Charts among the children mount in effects of theirs, and ask when they know their size: a frame each.
      callOff = afterFrames(3, finish);
    });
    return () => {
      callOff();
      finish();
    };
  }, []);
  return shown.value ? children : null;
}
