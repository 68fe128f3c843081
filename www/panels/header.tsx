// The top of the page: files, module, theme and help; below it the memory types of the module.
import type { ComponentType } from 'preact';
import { chosenModule, modules } from '../state/store';
import { cycleTheme, type Theme, theme } from '../state/theme';
import { helpOpen } from './commands';
import { FilesMenu } from './files_menu';
import { KeyboardIcon, Logo, MoonIcon, SunIcon, SystemIcon } from './icons';
import { ModulePicker } from './module_picker';
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
  return (
    <header class="top">
      <div class="top-row">
        <span class="brand">
          <Logo />
          <span class="brand-name">XLA Memory Viewer</span>
        </span>
        <FilesMenu />
        {modules.value.length > 0 && <ModulePicker />}
        <span class="spacer" />
        <PageButtons />
      </div>
      {chosenModule.value && (
        <div class="top-row spaces-row">
          <SpacePicker />
          <span class="spacer" />
          <TracePicker />
        </div>
      )}
    </header>
  );
}
