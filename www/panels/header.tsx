// The top of the page: files, module, search, theme and help; below it the memory types of the module, and what the search
// found.
import type { ComponentType } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { chosenModule, modules } from '../state/store';
import { cycleTheme, type Theme, theme } from '../state/theme';
import { CapacityPicker } from './capacity';
import { helpOpen } from './commands';
import { FilesMenu } from './files_menu';
import { KeyboardIcon, Logo, MoonIcon, SunIcon, SystemIcon } from './icons';
import { ModulePicker } from './module_picker';
import { SearchBox, SearchLine } from './search';
import { SpacePicker, TracePicker } from './space_picker';

const THEME_ICONS: Record<Theme, ComponentType> = { system: SystemIcon, light: SunIcon, dark: MoonIcon };

export function PageButtons() {
  const Icon = THEME_ICONS[theme.value];
  return (
    <div class="page-buttons">
      <button
        type="button"
        class="icon-button"
        title={`Theme: ${theme.value} (t)`}
        aria-label={`Theme: ${theme.value}. Switch`}
        onClick={cycleTheme}
        data-testid="theme"
      >
        <Icon />
      </button>
      <button
        type="button"
        class="icon-button"
        title="Keyboard (?)"
        aria-label="Keyboard commands"
        onClick={() => {
          helpOpen.value = true;
        }}
        data-testid="help-button"
      >
        <KeyboardIcon />
      </button>
    </div>
  );
}

export function Header() {
  const ref = useRef<HTMLElement>(null);
  // It sticks to the top and its height depends on what is in it; what sticks below has to know.
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      document.documentElement.style.setProperty('--top', `${element.offsetHeight}px`);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <header class="top" ref={ref}>
      <div class="top-row">
        <span class="brand">
          <Logo />
          <span class="brand-name">XLA Memory Viewer</span>
        </span>
        <FilesMenu />
        {modules.value.length > 0 && <ModulePicker />}
        <span class="spacer" />
        {chosenModule.value && <SearchBox />}
        <PageButtons />
      </div>
      {chosenModule.value && (
        <div class="top-row spaces-row">
          <SpacePicker />
          <span class="spacer" />
          <TracePicker />
          <CapacityPicker />
        </div>
      )}
      {chosenModule.value && <SearchLine />}
    </header>
  );
}
