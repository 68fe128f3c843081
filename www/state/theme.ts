// Light, dark, or as the system has it. The stylesheet reacts to data-theme on the root element; canvases re-read their
// colours when `themeVersion` changes.
import { effect, signal } from '@preact/signals';
import { recall, remember } from '../base/dom';

export type Theme = 'system' | 'light' | 'dark';

const KEY = 'xmv-theme';

function stored(): Theme {
  const value = recall(KEY);
  return value === 'light' || value === 'dark' ? value : 'system';
}

export const theme = signal<Theme>('system');
export const themeVersion = signal(0);

export function setTheme(next: Theme): void {
  theme.value = next;
  remember(KEY, next);
}

const NEXT: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' };

export function cycleTheme(): void {
  setTheme(NEXT[theme.value]);
}

/** Applies the theme to the document and follows the system's. Call once. */
export function followTheme(): void {
  theme.value = stored();
  effect(() => {
    if (theme.value === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme.value;
    themeVersion.value = themeVersion.peek() + 1;
  });
  for (const query of ['(prefers-color-scheme: dark)', '(prefers-contrast: more)', '(forced-colors: active)']) {
    matchMedia(query).addEventListener('change', () => {
      themeVersion.value++;
    });
  }
}
