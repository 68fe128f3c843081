// What need not be in the first frame: people wait for the curve, and everything mounted with it makes them wait longer.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';

/** Its children are mounted once the frame that it came with has been shown. */
export function Later({ children }: { children: ComponentChildren }) {
  const shown = useSignal(false);
  useEffect(() => {
    // The callbacks of a frame run before it is shown; those of the next one after that.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        shown.value = true;
      });
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return shown.value ? children : null;
}
