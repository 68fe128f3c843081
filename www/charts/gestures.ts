// Pointer, wheel and pinch on a chart, turned into zooming and panning of a range and into hover and click. The chart says
// where its plot is and what range is shown; it gets back ranges and pixel positions. No drawing here.
import { fromPx, pan, type Range, type Scale, sameRange, zoomAt } from '../base/range';

export interface GestureTarget {
  /** The range shown and the pixels it lies on. */
  scale(): Scale;
  bounds(): Range;
  minSpan(): number;
  setRange(range: Range): void;
  /** Pointer at (x, y) in the element's CSS pixels, or null when it left. */
  hover(at: { x: number; y: number } | null): void;
  click(at: { x: number; y: number }): void;
  reset(): void;
}

/** Further than this (CSS pixels) a press is a drag, not a click. */
const DRAG_PX = 4;

export function attachGestures(element: HTMLElement, target: GestureTarget): () => void {
  const pointers = new Map<number, { x: number; y: number }>();
  let pressed: { x: number; y: number } | null = null;
  let dragging = false;

  const position = (event: MouseEvent) => {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  const zoom = (x: number, factor: number): boolean => {
    const scale = target.scale();
    const next = zoomAt(scale.range, fromPx(scale, x), factor, target.bounds(), target.minSpan());
    if (sameRange(next, scale.range)) return false;
    target.setRange(next);
    return true;
  };

  const panBy = (pixels: number): boolean => {
    const scale = target.scale();
    const next = pan(scale.range, fromPx(scale, scale.x0 - pixels) - scale.range.from, target.bounds());
    if (sameRange(next, scale.range)) return false;
    target.setRange(next);
    return true;
  };

  const wheel = (event: WheelEvent) => {
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    const sideways = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX;
    const moved =
      event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)
        ? panBy(-sideways * pixels)
        : zoom(position(event).x, Math.exp(event.deltaY * pixels * (event.ctrlKey ? 0.01 : 0.002)));
    // At the end of zooming out the wheel scrolls the page again.
    if (moved) event.preventDefault();
    target.hover(position(event));
  };

  const down = (event: PointerEvent) => {
    if (event.button !== 0) return;
    pointers.set(event.pointerId, position(event));
    if (pointers.size === 1) {
      pressed = position(event);
      dragging = false;
    }
  };

  const move = (event: PointerEvent) => {
    const at = position(event);
    const before = pointers.get(event.pointerId);
    if (!before || !pressed) {
      target.hover(at);
      return;
    }
    if (!dragging && Math.hypot(at.x - pressed.x, at.y - pressed.y) > DRAG_PX) {
      dragging = true;
      element.setPointerCapture(event.pointerId);
    }
    if (!dragging) return;
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const distance = Math.max(8, Math.abs(at.x - other.x));
      zoom((at.x + other.x) / 2, Math.max(8, Math.abs(before.x - other.x)) / distance);
    } else {
      panBy(at.x - before.x);
    }
    pointers.set(event.pointerId, at);
    target.hover(event.pointerType === 'mouse' ? at : null);
  };

  const up = (event: PointerEvent) => {
    const known = pointers.delete(event.pointerId);
    if (!known || pointers.size > 0) return;
    if (pressed && !dragging && event.type === 'pointerup') target.click(position(event));
    pressed = null;
    dragging = false;
  };

  const leave = (event: PointerEvent) => {
    if (!dragging && event.pointerType === 'mouse') target.hover(null);
  };
  const reset = () => target.reset();

  element.addEventListener('wheel', wheel, { passive: false });
  element.addEventListener('pointerdown', down);
  element.addEventListener('pointermove', move);
  element.addEventListener('pointerup', up);
  element.addEventListener('pointercancel', up);
  element.addEventListener('pointerleave', leave);
  element.addEventListener('dblclick', reset);
  return () => {
    element.removeEventListener('wheel', wheel);
    element.removeEventListener('pointerdown', down);
    element.removeEventListener('pointermove', move);
    element.removeEventListener('pointerup', up);
    element.removeEventListener('pointercancel', up);
    element.removeEventListener('pointerleave', leave);
    element.removeEventListener('dblclick', reset);
  };
}
