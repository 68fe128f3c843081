// The page before any file is open.
import { wanted } from '../state/history';
import { chooseFiles, chooseFolder } from './drop';
import { PageButtons } from './header';
import { HowTo } from './howto';
import { LockIcon, Logo, UploadIcon } from './icons';
import { openPaste } from './paste';
import { hasSample, openSample } from './sample';
import { Status } from './status';

export function Start() {
  const title = wanted.value?.module;
  return (
    <main class="start" data-testid="start">
      <PageButtons />
      <header class="start-head">
        <h1>
          <Logo /> XLA Memory Viewer
        </h1>
        <p>Where does my XLA program’s memory go, and how do I make it fit?</p>
      </header>
      <Status />
      <div class="drop-box">
        <UploadIcon />
        <p>
          <b>Drop a dump, a profile or an error log anywhere</b>
          <br />
          <span class="muted">
            a dump folder or zip of it, <code>.hlo.pb</code>, <code>.xplane.pb</code>, a log; or paste the error
          </span>
        </p>
        <div class="button-row">
          <button type="button" class="button primary" onClick={chooseFiles} data-testid="choose-files">
            Choose files…
          </button>
          <button type="button" class="button" onClick={chooseFolder} data-testid="choose-folder">
            Choose a folder…
          </button>
          <button type="button" class="button" onClick={openPaste} data-testid="open-paste">
            Paste an error message…
          </button>
          {hasSample() && (
            <button type="button" class="button" onClick={openSample} data-testid="try-sample">
              Try a sample
            </button>
          )}
        </div>
        {title && (
          <p class="muted">
            This link points into <code>{title}</code>. Open the file that holds it.
          </p>
        )}
      </div>
      <p class="promise">
        <LockIcon />
        <span>
          Your file stays here. It is read inside this page, and the page’s Content-Security-Policy forbids the browser
          any connection, so nothing can be uploaded. It also works offline.
        </span>
      </p>
      <HowTo />
    </main>
  );
}
