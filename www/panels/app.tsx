// The page: the start, or header, charts and details.
import { noOrder } from '../state/order';
import { files, modules, overview, reading, reports, viewState } from '../state/store';
import { ChangePanel } from './change';
import { HelpDialog } from './commands';
import { CurvePanel } from './curve';
import { DetailsPanel } from './details';
import { DropZone } from './drop';
import { Header } from './header';
import { Later } from './later';
import { NoOrderPanel } from './no_order';
import { OverviewPanel } from './overview';
import { PasteDialog } from './paste';
import { Prose } from './prose';
import { ReportPanel } from './report';
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
        {reasons.length === 0 &&
          files.value.slice(0, 20).map(({ key, path, info }) => (
            <li key={key}>
              <code>{path}</code>: {info?.format ?? ''}, which holds no module and no message by itself. Open the
              module’s other files with it.
            </li>
          ))}
      </ul>
    </section>
  );
}

function Viewer() {
  const state = viewState.value;
  const nothing = modules.value.every((module) => module.failure);
  return (
    <div class="viewer">
      <Header />
      <div class={overview.value ? 'columns' : 'columns columns-one'}>
        <main class={`main ${state.kind === 'loading' ? 'main-loading' : ''}`} aria-busy={state.kind === 'loading'}>
          <Status />
          <ReportPanel />
          {state.kind === 'none' && nothing && !reading.value && reports.value.length === 0 && <NothingToShow />}
          {state.kind === 'none' && !nothing && !reading.value && (
            <section class="panel empty">
              <h1>Choose a module above.</h1>
            </section>
          )}
          {overview.value && (
            <>
              <OverviewPanel />
              {noOrder.value ? (
                <NoOrderPanel />
              ) : (
                <>
                  <CurvePanel />
                  <ChangePanel />
                </>
              )}
              <Later>
                <StripsPanel />
                <TablePanel />
              </Later>
            </>
          )}
        </main>
        {overview.value && (
          <Later>
            <DetailsPanel />
          </Later>
        )}
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
      <PasteDialog />
      <TipLayer />
      <Notice />
    </>
  );
}
