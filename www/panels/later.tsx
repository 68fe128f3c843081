// What need not be in the first frame: people wait for the curve, and everything mounted with it makes them wait longer.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

let waiting = 0;

/** Whether something is yet to be mounted. */
export function mountsLater(): boolean {
  return waiting > 0;
}

/** Its children are mounted once the frame that it came with has been shown. */
export function Later({ children }: { children: ComponentChildren }) {
  const shown = useSignal(false);
  useLayoutEffect(() => {
    waiting++;
    // The callbacks of a frame run before it is shown; those of the next one after that.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        frame = 0;
        waiting--;
        shown.value = true;
      });
    });
    return () => {
      if (frame === 0) return;
      cancelAnimationFrame(frame);
      waiting--;
    };
  }, []);
  return shown.value ? children : null;
}
