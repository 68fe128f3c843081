// The search box in the header, its help, and the line that says what matches and steps through it.
import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { formatBytes, formatCount, formatExact } from '../base/bytes';
import {
  clearSearch,
  matchesOnly,
  matchIndex,
  query,
  searchFailure,
  searching,
  searchResult,
  setQuery,
  stepCount,
  stepMatch,
} from '../state/search';
import { atPeak, pinned } from '../state/store';
import { Check } from './check';
import { CloseIcon, NextIcon, PreviousIcon, SearchIcon } from './icons';
import { Prose } from './prose';
import { Tip } from './tip';

const EXAMPLES: readonly { readonly query: string; readonly says: string }[] = [
  { query: 'copy-start', says: 'in the name, framework op, shape, opcode or source' },
  { query: 'op:attention', says: 'in the framework op; also name: shape: opcode: src: type:' },
  { query: 'shape:bf16 src:model.py', says: 'both' },
  { query: 'size>100MiB', says: 'larger than; also padding, unpadded; < <= >= =' },
  { query: '"layer 3"', says: 'with the space' },
  { query: 'op:/layer_(1|2)\\b/', says: 'a regular expression' },
];

function Help({ choose }: { choose: (query: string) => void }) {
  return (
    // The box keeps the focus: the examples are for the pointer, whoever has a keyboard can type them.
    <div class="search-help" onPointerDown={(event) => event.preventDefault()} data-testid="search-help">
      <table>
        <caption>What to look for; several words must all match</caption>
        <tbody>
          {EXAMPLES.map((example) => (
            <tr key={example.query}>
              <td>
                <button type="button" class="link" tabIndex={-1} onClick={() => choose(example.query)}>
                  <code>{example.query}</code>
                </button>
              </td>
              <td class="muted">{example.says}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function SearchBox() {
  const input = useRef<HTMLInputElement>(null);
  const focused = useSignal(false);
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') void stepMatch(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape' && query.value !== '') clearSearch();
    else if (event.key === 'Escape') input.current?.blur();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <search class="search">
      <SearchIcon />
      <input
        ref={input}
        type="text"
        class="search-input"
        aria-label="Search buffers"
        aria-invalid={searchFailure.value !== null}
        aria-describedby="search-says"
        placeholder="Search buffers"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        value={query.value}
        onInput={(event) => setQuery(event.currentTarget.value)}
        onKeyDown={onKey}
        onFocus={() => {
          focused.value = true;
        }}
        onBlur={() => {
          focused.value = false;
        }}
        data-testid="search"
      />
      {query.value === '' ? (
        <span class="kbd" aria-hidden="true">
          /
        </span>
      ) : (
        <button
          type="button"
          class="icon-button"
          aria-label="Clear search"
          onClick={() => {
            clearSearch();
            input.current?.focus();
          }}
          data-testid="search-clear"
        >
          <CloseIcon />
        </button>
      )}
      {focused.value && query.value === '' && (
        <Help
          choose={(text) => {
            setQuery(text);
            input.current?.focus();
          }}
        />
      )}
    </search>
  );
}

function Counts() {
  const found = searchResult.value;
  if (!found) return null;
  const where = atPeak.value ? 'at the peak' : 'at this point';
  return (
    <>
      <Tip text={`${formatExact(found.liveBytes)} live ${where}.`}>
        <b>{formatCount(found.liveCount)}</b> live {where}, <b>{formatBytes(found.liveBytes)}</b>
      </Tip>
      <Tip class="muted" text={`${formatExact(found.bytes)} over all matches, whenever they are live.`}>
        {formatCount(found.count)} in all, {formatBytes(found.bytes)}
      </Tip>
    </>
  );
}

/** Under the header while something is searched for. */
export function SearchLine() {
  const failure = searchFailure.value;
  if (query.value.trim() === '' || (!failure && !searching.value)) return null;
  const found = searchResult.value;
  const at = matchIndex.value;
  const stepped = at >= 0 && pinned.value >= 0;
  return (
    <div class={`search-line ${failure ? 'search-wrong' : ''}`} data-testid="search-line">
      <span id="search-says" class="search-says" role="status">
        {failure ? (
          <>
            {failure.message}{' '}
            <span class="muted">
              <Prose text={failure.hint} />
            </span>
          </>
        ) : found?.count === 0 ? (
          'No buffer of this memory space matches'
        ) : (
          <Counts />
        )}
      </span>
      {stepCount.value > 0 && (
        <span class="search-steps">
          <button
            type="button"
            class="icon-button"
            title="Previous match (Shift+Enter, N)"
            aria-label="Previous match"
            onClick={() => stepMatch(-1)}
            data-testid="search-previous"
          >
            <PreviousIcon />
          </button>
          <span class="search-at">
            {stepped ? formatCount(at + 1) : '–'} of {formatCount(stepCount.value)}
          </span>
          <button
            type="button"
            class="icon-button"
            title="Next match (Enter, n)"
            aria-label="Next match"
            onClick={() => stepMatch(1)}
            data-testid="search-next"
          >
            <NextIcon />
          </button>
        </span>
      )}
      {found && found.count > 0 && <Check on={matchesOnly} label="Only matches in the table" testId="matches-only" />}
    </div>
  );
}
