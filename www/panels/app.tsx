// The page: the start, or header, charts and details.
import { files, modules, overview, reading, viewState } from '../state/store';
import { ChangePanel } from './change';
import { HelpDialog } from './commands';
import { CurvePanel } from './curve';
import { DetailsPanel } from './details';
import { DropZone } from './drop';
import { Header } from './header';
import { OverviewPanel } from './overview';
import { Prose } from './prose';
import { Start } from './start';
import { Notice, Status } from './status';
import { StripsPanel } from './strips';
import { TablePanel } from './table_panel';
import { TipLayer } from './tip';

function NothingToShow() {
  const reasons = modules.value.filter((module) => module.failure);
  return (
    <section class="panel empty" data-testid="nothing">
      <h1>Nothing to show in {files.value.length === 1 ? 'this file' : 'these files'}</h1>
      <ul>
        {reasons.slice(0, 20).map((module) => (
          <li key={module.module}>
            <code>{module.title}</code>: <Prose text={module.failure?.message ?? ''} />{' '}
            <span class="muted">
              <Prose text={module.failure?.hint ?? ''} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Viewer() {
  const state = viewState.value;
  return (
    <div class="viewer">
      <Header />
      <div class="columns">
        <main class={`main ${state.kind === 'loading' ? 'main-loading' : ''}`} aria-busy={state.kind === 'loading'}>
          <Status />
          {state.kind === 'none' && modules.value.every((module) => module.failure) && <NothingToShow />}
          {state.kind === 'none' && modules.value.some((module) => !module.failure) && !reading.value && (
            <section class="panel empty">
              <h1>Choose a module above.</h1>
            </section>
          )}
          {overview.value && (
            <>
              <OverviewPanel />
              <CurvePanel />
              <ChangePanel />
              <StripsPanel />
              <TablePanel />
            </>
          )}
        </main>
        {overview.value && <DetailsPanel />}
      </div>
    </div>
  );
}

export function App() {
  const anyOpen = files.value.some((file) => file.status === 'open');
  return (
    <>
      {anyOpen ? <Viewer /> : <Start />}
      <DropZone />
      <HelpDialog />
      <TipLayer />
      <Notice />
    </>
  );
}
