// Explanations on hover and focus. `Tip` wraps any text; the sentence is in the document as a hidden description (for
// screen readers) and floats next to the text for everyone else. One floating box serves the whole page.
import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { clamp } from '../base/range';

interface Shown {
  readonly text: string;
  readonly anchor: DOMRect;
}

const shown = signal<Shown | null>(null);
const DELAY_MS = 120;
let timer = 0;

function show(element: Element, text: string, delay: number): void {
  clearTimeout(timer);
  timer = window.setTimeout(() => {
    shown.value = { text, anchor: element.getBoundingClientRect() };
  }, delay);
}

export function hideTip(): void {
  clearTimeout(timer);
  if (shown.peek()) shown.value = null;
}

export interface TipProps {
  readonly text: string;
  readonly children: ComponentChildren;
  readonly class?: string;
  /** The wrapped thing can be focused itself (a button): don't add a second tab stop. */
  readonly passive?: boolean;
}

export function Tip({ text, children, class: name = '', passive = false }: TipProps) {
  const id = useId();
  return (
    <span
      class={`tip ${name}`}
      {...(passive ? {} : { tabIndex: 0 })}
      aria-describedby={id}
      onPointerEnter={(event) => show(event.currentTarget, text, DELAY_MS)}
      onPointerLeave={hideTip}
      onFocusCapture={(event) => show(event.currentTarget, text, 0)}
      onBlurCapture={hideTip}
    >
      {children}
      <span id={id} hidden>
        {text}
      </span>
    </span>
  );
}

const GAP = 6;
const EDGE = 8;

/** The floating box; once in the page. */
export function TipLayer() {
  const box = useRef<HTMLDivElement>(null);
  const tip = shown.value;
  useLayoutEffect(() => {
    const element = box.current;
    if (!tip || !element) return;
    const { width, height } = element.getBoundingClientRect();
    const { anchor } = tip;
    const below = anchor.bottom + GAP + height < innerHeight;
    element.style.left = `${clamp(anchor.left, EDGE, innerWidth - width - EDGE)}px`;
    element.style.top = `${below ? anchor.bottom + GAP : anchor.top - GAP - height}px`;
  }, [tip]);
  if (!tip) return null;
  return (
    <div class="tip-box" ref={box} role="tooltip" data-testid="tip">
      {tip.text}
    </div>
  );
}
