// The keyboard commands of the page and the dialog that lists them. Both come from the same table (state/keys.ts).
import { signal } from '@preact/signals';
import { type CommandGroup, commandGroups, installCommands, keyName } from '../state/keys';
import { clearRange, selectedRange } from '../state/range';
import { stepMatch } from '../state/search';
import { clearSelection } from '../state/selection';
import { overview } from '../state/store';
import { cycleTheme } from '../state/theme';
import { choosePoint, stepSpace } from '../state/view';
import { About } from './about';
import { compareWithPeak, compareWithPeakBefore } from './change';
import { Dialog } from './dialog';
import { chooseFiles } from './drop';
import { focusOn, goToDetails, goToTable } from './go_to';
import { MAP_COMMANDS, RUN } from './map_commands';
import { openPaste, pasteOpen } from './paste';
import { hideTip } from './tip';

export const helpOpen = signal(false);

const TABLE: readonly CommandGroup[] = [
  {
    title: 'Page',
    commands: [
      { keys: ['?'], says: 'Show or hide this list', run: () => (helpOpen.value = !helpOpen.value) },
      { keys: ['o'], says: 'Open files', run: chooseFiles },
      { keys: ['e'], says: 'Paste an error message', run: openPaste },
      {
        keys: ['m'],
        says: 'Choose a module',
        run: () => document.querySelector<HTMLElement>('[data-testid="module-picker"]')?.click(),
      },
      {
        keys: ['k'],
        says: 'Choose the capacity: a chip or a size',
        run: () => document.querySelector<HTMLElement>('[data-testid="capacity-picker"]')?.click(),
      },
      { keys: [']'], says: 'Next memory space', run: () => stepSpace(1) },
      { keys: ['['], says: 'Previous memory space', run: () => stepSpace(-1) },
      { keys: ['Alt+ArrowLeft'], says: 'Back to the place before', run: () => history.back() },
      { keys: ['Alt+ArrowRight'], says: 'Forward again', run: () => history.forward() },
      { keys: ['t'], says: 'Switch theme', run: cycleTheme },
      {
        keys: ['Escape'],
        says: 'Close, then let go of the range, then of the buffer',
        run: () => {
          hideTip();
          if (helpOpen.value) helpOpen.value = false;
          else if (pasteOpen.value) pasteOpen.value = false;
          else if (selectedRange.value) clearRange();
          else clearSelection();
        },
      },
    ],
  },
  {
    title: 'Search',
    commands: [
      { keys: ['/'], says: 'Search buffers', run: () => focusOn('search') },
      { keys: ['n'], says: 'Next match (in the search box: Enter)', run: () => void stepMatch(1) },
      { keys: ['N'], says: 'Previous match (Shift+Enter)', run: () => void stepMatch(-1) },
    ],
  },
  {
    title: 'Point and range',
    commands: [
      { keys: ['p'], says: 'Back to the peak', run: () => overview.value && choosePoint(null) },
      ...RUN,
      { keys: ['d'], says: 'What changed since the local peak before', run: () => void compareWithPeakBefore() },
      { keys: ['D'], says: 'What changed between this point and the peak', run: compareWithPeak },
    ],
  },
  {
    title: 'Go to',
    commands: [
      { keys: ['c'], says: 'Curve', run: () => focusOn('curve-chart') },
      { keys: ['1'], says: 'Strip by program order', run: () => focusOn('strip-chart-program') },
      { keys: ['2'], says: 'Strip by size', run: () => focusOn('strip-chart-size') },
      { keys: ['3'], says: 'Strip by padding', run: () => focusOn('strip-chart-padding') },
      { keys: ['b'], says: 'Table of buffers', run: goToTable },
      { keys: ['i'], says: 'Details of the buffer', run: goToDetails },
    ],
  },
  ...MAP_COMMANDS,
  {
    title: 'On a strip',
    commands: [
      { keys: ['ArrowLeft', 'ArrowRight'], says: 'Go from buffer to buffer (with Shift: ten)' },
      { keys: ['Enter'], says: 'Pin the buffer, or open small ones' },
      { keys: ['Backspace'], says: 'Back to where it was opened from' },
      { keys: ['+', '-'], says: 'Zoom (also the wheel)' },
      { keys: ['0'], says: 'Show all (also a double click)' },
    ],
  },
  {
    title: 'In the table',
    commands: [
      { keys: ['ArrowUp', 'ArrowDown'], says: 'Go from row to row (also PgUp, PgDn, Home, End)' },
      { keys: ['Enter'], says: 'Pin the buffer' },
    ],
  },
];

export function installPageCommands(): void {
  installCommands(TABLE);
}

export function HelpDialog() {
  return (
    <Dialog open={helpOpen} id="help" title="Keyboard and about" closesBeside>
      <div class="keys">
        {commandGroups().map((group) => (
          <section key={group.title}>
            <h3>{group.title}</h3>
            <dl>
              {group.commands.map((command) => (
                <div key={command.says}>
                  <dt>
                    {command.keys.map((key) => (
                      <kbd key={key}>{keyName(key)}</kbd>
                    ))}
                  </dt>
                  <dd>{command.says}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <About />
    </Dialog>
  );
}
