// The one table of keyboard commands: what runs them and what the help dialog lists. Keys inside a chart (arrows, +, −)
// belong to that chart's handler and are listed here without an action.
import { isTyping } from '../base/dom';

export interface Command {
  /** KeyboardEvent.key values, with "Alt+" in front where that is held; any of them runs the command. */
  readonly keys: readonly string[];
  readonly says: string;
  readonly run?: () => void;
  /** Else the key stays what it is to the browser. */
  readonly when?: () => boolean;
}

export interface CommandGroup {
  readonly title: string;
  readonly commands: readonly Command[];
}

let groups: readonly CommandGroup[] = [];

export function commandGroups(): readonly CommandGroup[] {
  return groups;
}

/** Installs the table. Call once. */
export function installCommands(table: readonly CommandGroup[]): void {
  groups = table;
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey) return;
    const pressed = event.altKey ? `Alt+${event.key}` : event.key;
    if (isTyping(event.target) && event.key !== 'Escape') return;
    for (const group of groups) {
      const command = group.commands.find(({ keys, run, when }) => run && keys.includes(pressed) && (when?.() ?? true));
      if (!command?.run) continue;
      event.preventDefault();
      command.run();
      return;
    }
  });
}

const NAMES: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
  ' ': 'Space',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
  '-': '−',
};

/** "ArrowLeft" → "←", "Alt+ArrowLeft" → "Alt ←". */
export function keyName(key: string): string {
  const [, held = '', name = key] = /^(Alt\+)?(.+)$/.exec(key) ?? [];
  return `${held.replace('+', ' ')}${NAMES[name] ?? name}`;
}
