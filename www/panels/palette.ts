// The charts' colours: read off the stylesheet once for all of them, and again when the theme changes.
import { computed } from '@preact/signals';
import { type Palette, readPalette } from '../charts/palette';
import { themeVersion } from '../state/theme';

export const palette = computed((): Palette => {
  themeVersion.value;
  return readPalette(document.documentElement);
});
