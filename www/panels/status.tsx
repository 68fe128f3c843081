// What is going on or went wrong with files: progress with bytes and Cancel, one line per failed file, a crash with the
// choice to reopen. And the live region that reads notices out.
import { formatBytes, formatCount, formatShare } from '../base/bytes';
import { cancelReading, cancelView, closeAll, closeFile, dismissFailures, recover } from '../state/files';
import { chosenModule, crash, files, looking, notice, reading, setAside, useless, viewState } from '../state/store';
import { AsideList } from './files_menu';
import { CloseIcon, InfoIcon, WarningIcon } from './icons';
import { Prose } from './prose';

/** Folders are being walked; nothing of them is read yet. */
function Looking() {
  if (!looking.value) return null;
  return (
    <div class="status" data-testid="looking">
      <span class="status-text">Looking through folders: {formatCount(looking.value)} files</span>
      <progress aria-label="Looking through folders" />
    </div>
  );
}

/** Nothing of what was given tells anything. */
function Useless() {
  const count = useless.value;
  if (count === 0) return null;
  return (
    <div class="failures" role="alert" data-testid="useless">
      <div class="failure">
        <WarningIcon />
        <div>
          <div>
            <b>
              {count === 1 ? 'This file doesn’t tell' : `None of the ${formatCount(count)} files tells`} where memory
              goes
            </b>
          </div>
          <div class="muted">
            Wanted are a folder of <code>--xla_dump_to</code>, a profile, or a log with an out-of-memory error.
          </div>
          {setAside.value.length > 0 && <AsideList />}
        </div>
        <button type="button" class="icon-button" aria-label="Dismiss" onClick={dismissFailures}>
          <CloseIcon />
        </button>
      </div>
    </div>
  );
}

function Progress() {
  if (!reading.value) return null;
  const now = files.value.find((file) => file.status === 'reading');
  const waiting = files.value.filter((file) => file.status === 'waiting').length;
  if (!now) return null;
  return (
    <div class="status" data-testid="progress">
      <span class="status-text">
        Reading <b>{now.file.name}</b>
        <span class="muted">
          {' '}
          {formatBytes(now.done)} of {formatBytes(now.total)}
          {waiting > 0 && `, ${formatCount(waiting)} more to come`}
        </span>
      </span>
      <progress
        max={Math.max(1, now.total)}
        value={now.done}
        aria-label={`Reading ${now.file.name}, ${formatShare(now.done, now.total)}`}
      />
      <button type="button" class="button small" onClick={() => cancelReading()} data-testid="cancel">
        Cancel
      </button>
    </div>
  );
}

/** More lines than this are not drawn. */
const MOST = 20;

function Failures() {
  // What stopped the reader is told by the crash note as long as that is there.
  const stopped = crash.value?.file;
  const failed = files.value.filter((file) => file.status === 'failed' && file.path !== stopped);
  if (failed.length === 0) return null;
  return (
    <div class="failures" role="alert" data-testid="failures">
      <ul>
        {failed.slice(0, MOST).map(({ key, file, failure }) => (
          <li key={key} class="failure">
            <WarningIcon />
            <div>
              <div>
                <b>{file.name}</b> <code class="muted">{failure?.code}</code>
              </div>
              <div>
                <Prose text={failure?.message ?? ''} />
              </div>
              {failure?.hint && (
                <div class="muted">
                  <Prose text={failure.hint} />
                </div>
              )}
            </div>
            <button
              type="button"
              class="icon-button"
              aria-label={`Dismiss ${file.name}`}
              onClick={() => closeFile(key)}
            >
              <CloseIcon />
            </button>
          </li>
        ))}
        {failed.length > 2 && (
          <li>
            <button type="button" class="link" onClick={dismissFailures}>
              Dismiss all {formatCount(failed.length)}
            </button>
          </li>
        )}
      </ul>
    </div>
  );
}

/** Files that are damaged but of which something could be read. */
function Damaged() {
  const damaged = files.value.filter((file) => file.info?.note);
  if (damaged.length === 0) return null;
  return (
    <ul class="notes notes-files" data-testid="damaged">
      {damaged.slice(0, MOST).map(({ key, file, info }) => (
        <li key={key} class="note">
          <InfoIcon />
          <span>
            <b>{file.name}</b>: <Prose text={info?.note?.message ?? ''} />{' '}
            <span class="muted">
              <Prose text={info?.note?.hint ?? ''} />
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}

function CrashNote() {
  const report = crash.value;
  if (!report) return null;
  const others = files.value.filter((file) => file.status === 'open').length;
  return (
    <div class="failures" role="alert" data-testid="crash">
      <div class="failure">
        <WarningIcon />
        <div>
          <div>
            <b>
              {report.outOfMemory ? 'Out of memory' : 'The analysis stopped unexpectedly'}
              {report.file && ` while reading “${report.file}”`}
            </b>
          </div>
          <div>
            {report.outOfMemory
              ? `The browser gave the page no more memory${report.heapBytes > 0 ? ` (${formatBytes(report.heapBytes)} in use)` : ''}.`
              : `The reason given: ${report.message}.`}{' '}
            <span class="muted">Your files are untouched. What was open can be opened again.</span>
          </div>
          <div class="button-row">
            <button type="button" class="button" onClick={() => recover()} data-testid="reopen">
              {others === 0 ? 'Start again' : others === 1 ? 'Reopen the file' : `Reopen ${others} files`}
            </button>
            {others > 0 && (
              <button type="button" class="link" onClick={() => closeAll()}>
                Close all
              </button>
            )}
          </div>
        </div>
      </div>
    </div>
  );
}

function ViewFailure() {
  const state = viewState.value;
  if (state.kind !== 'failed') return null;
  return (
    <div class="failures" role="alert" data-testid="view-failure">
      <div class="failure">
        <WarningIcon />
        <div>
          <div>
            <b>This memory space can’t be shown</b> <code class="muted">{state.failure.code}</code>
          </div>
          <div>
            <Prose text={state.failure.message} />
          </div>
          {state.failure.hint && (
            <div class="muted">
              <Prose text={state.failure.hint} />
            </div>
          )}
        </div>
      </div>
    </div>
  );
}

/** Comes up only when analysing takes long enough to be noticed (see the style). */
function Analysing() {
  if (viewState.value.kind !== 'loading') return null;
  return (
    <div class="analysing" data-testid="analysing">
      <span>Analysing {chosenModule.value?.title}…</span>
      <button type="button" class="button small" onClick={() => cancelView()} data-testid="cancel-view">
        Cancel
      </button>
    </div>
  );
}

export function Status() {
  return (
    <>
      <Looking />
      <Progress />
      <Analysing />
      <CrashNote />
      <Useless />
      <Failures />
      <Damaged />
      <ViewFailure />
    </>
  );
}

/** Passing notices, seen and heard. */
export function Notice() {
  return (
    <div class={`notice ${notice.value ? 'notice-shown' : ''}`} role="status" data-testid="notice">
      {notice.value}
    </div>
  );
}
