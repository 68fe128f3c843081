// The module picker: a combobox over all modules of all files. Largest peak first as the core sorts them; what can't be
// shown is last, greyed, with its reason; typing filters by title.
import { useComputed, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { ModuleSummary } from '#wasm/memory_viewer.js';
import { formatBytes, formatCount } from '../base/bytes';
import { fileOf } from '../state/files';
import { spaceBytes, usedSpaces } from '../state/spaces';
import { chosenModule, files, modules } from '../state/store';
import { chooseModule } from '../state/view';
import { ChevronIcon } from './icons';
import { Popover } from './popover';

/** All words of the query occur in the title, whatever their case. */
export function matches(title: string, query: string): boolean {
  const lower = title.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}

/** More rows than this are not drawn; the search narrows them down. */
const MOST = 200;

function Option({
  module,
  id,
  active,
  choose,
}: {
  module: ModuleSummary;
  id: string;
  active: boolean;
  choose: () => void;
}) {
  const several = files.value.length > 1;
  const spaces = usedSpaces(module);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox's input handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the combobox's input
    <div
      id={id}
      role="option"
      class={`option ${active ? 'option-active' : ''}`}
      aria-selected={module.module === chosenModule.value?.module}
      aria-disabled={module.failure !== null}
      onClick={choose}
    >
      <span class="option-main">
        <span class="option-title">{module.title}</span>
        <span class="option-peak">{spaces[0] ? formatBytes(spaceBytes(spaces[0])) : ''}</span>
      </span>
      <span class="option-more muted">
        {module.failure
          ? module.failure.message
          : spaces.map((space) => `${space.name} ${formatBytes(spaceBytes(space))}`).join(' · ')}
        {several && ` · ${fileOf(module)?.file.name ?? ''}`}
      </span>
    </div>
  );
}

export function ModulePicker() {
  const open = useSignal(false);
  const query = useSignal('');
  const cursor = useSignal(0);
  const list = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const found = useComputed(() => modules.value.filter((module) => matches(module.title, query.value)));

  useEffect(() => {
    if (!open.value) return;
    query.value = '';
    cursor.value = Math.max(
      0,
      found.value.findIndex((module) => module.module === chosenModule.value?.module),
    );
    input.current?.focus();
  }, [open.value, query, cursor, found]);
  useEffect(() => {
    list.current?.querySelector('.option-active')?.scrollIntoView({ block: 'nearest' });
  }, [cursor.value, open.value]);

  const choose = (module: ModuleSummary | undefined) => {
    if (!module || module.failure) return;
    open.value = false;
    chooseModule(module.module);
  };
  const move = (by: number) => {
    cursor.value = Math.min(Math.min(found.value.length, MOST) - 1, Math.max(0, cursor.value + by));
  };
  const onKey = (event: KeyboardEvent) => {
    const keys: Record<string, () => void> = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      PageDown: () => move(8),
      PageUp: () => move(-8),
      Enter: () => choose(found.value[cursor.value]),
    };
    const run = keys[event.key];
    if (!run) return;
    event.preventDefault();
    run();
  };

  const module = chosenModule.value;
  const shown = found.value.slice(0, MOST);
  return (
    <Popover
      open={open}
      class="module-picker"
      testId="module-picker"
      label={
        modules.value.length > 1
          ? `Module: ${module?.title ?? 'No module'} of ${formatCount(modules.value.length)} modules`
          : `Module: ${module?.title ?? 'No module'}`
      }
      button={
        <>
          <span class="picker-title">{module?.title ?? 'No module'}</span>
          {/* The space is for the button's name: it has to contain what is seen. */}
          {modules.value.length > 1 && (
            <>
              {' '}
              <span class="muted">of {formatCount(modules.value.length)} modules</span>
            </>
          )}
          <ChevronIcon />
        </>
      }
    >
      <input
        ref={input}
        list={undefined}
        type="search"
        class="picker-input"
        // biome-ignore lint/a11y/noRedundantRoles: without a list attribute its role is searchbox
        role="combobox"
        aria-label="Find a module"
        aria-expanded="true"
        aria-controls="module-list"
        aria-activedescendant={shown.length > 0 ? `module-${cursor.value}` : undefined}
        placeholder={`Find among ${formatCount(modules.value.length)} modules`}
        value={query.value}
        onInput={(event) => {
          query.value = event.currentTarget.value;
          cursor.value = 0;
        }}
        onKeyDown={onKey}
        data-testid="module-search"
      />
      <div class="options" id="module-list" role="listbox" aria-label="Modules" ref={list} tabIndex={-1}>
        {shown.map((candidate, index) => (
          <Option
            key={candidate.module}
            id={`module-${index}`}
            module={candidate}
            active={index === cursor.value}
            choose={() => choose(candidate)}
          />
        ))}
        {found.value.length === 0 && <p class="muted option">No module with that name.</p>}
        {found.value.length > MOST && (
          <p class="muted option">{formatCount(found.value.length - MOST)} more; type to narrow.</p>
        )}
      </div>
    </Popover>
  );
}
