// Pointer, wheel and pinch on a chart, turned into zooming and panning of its axes, into selecting a range, and into hover
// and click. The chart says where its plot is and what ranges are shown; it gets back ranges and pixel positions.
import { fromPx, pan, type Range, type Scale, sameRange, zoomAt } from '../base/range';

export interface AxisTarget {
  /** The range shown and the pixels it lies on. */
  scale(): Scale;
  bounds(): Range;
  minSpan(): number;
  setRange(range: Range): void;
}

export interface At {
  readonly x: number;
  readonly y: number;
}

export interface GestureTarget extends AxisTarget {
  /** The vertical axis, if it can be zoomed too: by the wheel with Shift or Ctrl, by pinching, by dragging. */
  readonly y?: AxisTarget;
  /** Dragging with Shift from x to x, CSS pixels; `done` when let go. */
  select?(from: number, to: number, done: boolean): void;
  /** Something that can be dragged itself lies there: what to do with where it is dragged to. */
  grab?(at: At): ((at: At) => void) | null;
  /** Pointer at (x, y) in the element's CSS pixels, or null when it left. */
  hover(at: At | null): void;
  click(at: At): void;
  reset(): void;
}

/** Further than this (CSS pixels) a press is a drag, not a click. */
const DRAG_PX = 4;

/** Is the Control key itself held? A pinch on a touchpad arrives as a wheel with ctrlKey but without the key. */
let controlHeld = false;
if (typeof window !== 'undefined') {
  const follow = (event: KeyboardEvent) => {
    if (event.key === 'Control') controlHeld = event.type === 'keydown';
  };
  window.addEventListener('keydown', follow);
  window.addEventListener('keyup', follow);
  window.addEventListener('blur', () => {
    controlHeld = false;
  });
}

function zoomAxis(axis: AxisTarget, px: number, factor: number): boolean {
  const scale = axis.scale();
  const next = zoomAt(scale.range, fromPx(scale, px), factor, axis.bounds(), axis.minSpan());
  if (sameRange(next, scale.range)) return false;
  axis.setRange(next);
  return true;
}

function panAxis(axis: AxisTarget, pixels: number): boolean {
  const scale = axis.scale();
  const next = pan(scale.range, fromPx(scale, scale.x0 - pixels) - scale.range.from, axis.bounds());
  if (sameRange(next, scale.range)) return false;
  axis.setRange(next);
  return true;
}

const WHEEL_ZOOM = 0.002;
const PINCH_ZOOM = 0.01;

/** True if anything moved. */
function turnWheel(target: GestureTarget, event: WheelEvent, at: At): boolean {
  const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
  // Some systems turn the wheel sideways while Shift is held.
  const turned = (event.shiftKey ? event.deltaY || event.deltaX : event.deltaY) * pixels;
  const pinched = event.ctrlKey && !controlHeld;
  if (pinched) {
    const factor = Math.exp(turned * PINCH_ZOOM);
    const x = zoomAxis(target, at.x, factor);
    const y = target.y ? zoomAxis(target.y, at.y, factor) : false;
    return x || y;
  }
  if (target.y && (event.shiftKey || event.ctrlKey)) return zoomAxis(target.y, at.y, Math.exp(turned * WHEEL_ZOOM));
  if (event.shiftKey) return panAxis(target, -turned);
  if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) return panAxis(target, -event.deltaX * pixels);
  return zoomAxis(target, at.x, Math.exp(turned * (event.ctrlKey ? PINCH_ZOOM : WHEEL_ZOOM)));
}

type Drag = 'none' | 'pan' | 'select' | 'grab';

export function attachGestures(element: HTMLElement, target: GestureTarget): () => void {
  const pointers = new Map<number, At>();
  let pressed: At | null = null;
  let drag: Drag = 'none';
  let grabbed: ((at: At) => void) | null = null;

  const position = (event: MouseEvent): At => {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  const wheel = (event: WheelEvent) => {
    const at = position(event);
    const moved = turnWheel(target, event, at);
    // At the end of zooming out the wheel scrolls the page again; but never the browser's own zoom by accident.
    if (moved || event.ctrlKey) event.preventDefault();
    target.hover(at);
  };

  const down = (event: PointerEvent) => {
    if (event.button !== 0) return;
    const at = position(event);
    pointers.set(event.pointerId, at);
    if (pointers.size > 1) return;
    pressed = at;
    drag = 'none';
    grabbed = target.grab?.(at) ?? null;
  };

  const begin = (event: PointerEvent) => {
    drag = grabbed ? 'grab' : event.shiftKey && target.select ? 'select' : 'pan';
    element.setPointerCapture(event.pointerId);
  };

  /** Two fingers: each axis zooms by how far apart they are along it. */
  const pinch = (before: At, at: At, other: At) => {
    const apart = (a: number, b: number) => Math.max(8, Math.abs(a - b));
    zoomAxis(target, (at.x + other.x) / 2, apart(before.x, other.x) / apart(at.x, other.x));
    if (target.y) zoomAxis(target.y, (at.y + other.y) / 2, apart(before.y, other.y) / apart(at.y, other.y));
  };

  const move = (event: PointerEvent) => {
    const at = position(event);
    const before = pointers.get(event.pointerId);
    if (!before || !pressed) {
      target.hover(at);
      return;
    }
    if (drag === 'none' && Math.hypot(at.x - pressed.x, at.y - pressed.y) > DRAG_PX) begin(event);
    if (drag === 'none') return;
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) pinch(before, at, other);
    else if (drag === 'grab') grabbed?.(at);
    else if (drag === 'select') target.select?.(pressed.x, at.x, false);
    else {
      panAxis(target, at.x - before.x);
      if (target.y) panAxis(target.y, at.y - before.y);
    }
    pointers.set(event.pointerId, at);
    target.hover(event.pointerType === 'mouse' && drag !== 'select' ? at : null);
  };

  const up = (event: PointerEvent) => {
    const known = pointers.delete(event.pointerId);
    if (!known || pointers.size > 0) return;
    const at = position(event);
    if (pressed && event.type === 'pointerup') {
      if (drag === 'none') target.click(at);
      else if (drag === 'select') target.select?.(pressed.x, at.x, true);
    }
    pressed = null;
    grabbed = null;
    drag = 'none';
  };

  const leave = (event: PointerEvent) => {
    if (drag === 'none' && event.pointerType === 'mouse') target.hover(null);
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
