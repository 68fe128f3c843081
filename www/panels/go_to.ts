// Taking the keyboard to a part of the page.

/** Focuses an element by its test id and brings it into sight. */
export function focusOn(testId: string): void {
  const element = document.querySelector<HTMLElement>(`[data-testid="${testId}"]`);
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: 'nearest' });
}

/** The table below the strips, on its current row. */
export function goToTable(): void {
  document.querySelector('[data-testid="table-panel"]')?.scrollIntoView({ block: 'nearest' });
  document.querySelector<HTMLElement>('[data-testid="buffer-table"] [data-row][tabindex="0"]')?.focus({
    preventScroll: true,
  });
}

/** The card of the pinned buffer, or the list of the largest: its first button. */
export function goToDetails(): void {
  document.querySelector<HTMLElement>('.details-body button')?.focus();
}
