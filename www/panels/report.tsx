// What an out-of-memory message says: what ran out and by how much, of what, the largest allocations, what to do next.
import type { OomReport } from '#wasm/memory_viewer.js';
import { formatBytes, formatCount, formatExact } from '../base/bytes';
import { hidePersonal } from '../base/personal';
import { reportText } from '../engine/oom_text';
import { fileName } from '../state/files';
import { chooseReport, chosenReport, hidePaths, orderedReports, reportOpen, shownReport } from '../state/reports';
import { chosenModule, modules, overview } from '../state/store';
import { chooseModule } from '../state/view';
import { Check } from './check';
import { Command } from './command';
import { CopyButton } from './copy_button';
import { InfoIcon, WarningIcon } from './icons';
import { Prose } from './prose';
import { ReportBars } from './report_bar';
import { atRunTime, limitWord } from './report_parts';
import { ReportTable } from './report_table';
import { Tip } from './tip';

type Show = (text: string) => string;
const show: Show = (text) => (hidePaths.value ? hidePersonal(text) : text);

const KINDS: Readonly<Record<OomReport['kind'], string>> = {
  compile: 'Out of memory while compiling',
  'scoped-vmem': 'Out of scoped VMEM while compiling',
  allocation: 'One allocation too large',
  'device-buffer': 'Out of memory at run time',
  'program-load': 'Out of memory while loading a program',
  runtime: 'Out of memory at run time',
  allocator: 'Out of memory in the allocator',
  rematerialization: 'Warning of the compiler',
  usage: 'Memory of a program that fits',
  statistics: 'Statistics of a compiled program',
};

/** "train.log, line 1,234, 8 copies". */
function place(report: OomReport, withFile = true): string {
  const file = withFile ? `${show(fileName(report.file))}, ` : '';
  const copies = report.count > 1 ? `, ${formatCount(report.count)} copies` : '';
  return `${file}line ${formatCount(report.line)}${copies}`;
}

/** The numbers the message has; what it has not is not listed. */
function figures(report: OomReport): (readonly [label: string, bytes: number, warn?: boolean])[] {
  const limit = limitWord(report);
  const list: (readonly [string, number | null, boolean?])[] = [
    [atRunTime(report) ? 'Asked for' : report.kind === 'rematerialization' ? 'Reached' : 'Needed', report.neededBytes],
    ['Before', report.originalBytes],
    [limit.charAt(0).toUpperCase() + limit.slice(1), report.capacityBytes],
    ['Exceeded by', (report.exceededBytes ?? 0) > 0 ? report.exceededBytes : null, true],
    ['Free', report.freeBytes],
    ['Largest free piece', report.largestFreeBytes],
    ['Reserved', report.reservedBytes],
    ['Reservable', report.reservableBytes],
    ['Outputs', report.outputBytes],
    ['of them in arguments’ memory', report.outputSharedBytes],
    ['Temporaries unpadded', report.tempUnpaddedBytes],
    ['Temporaries with padding', report.tempPaddedBytes],
    ['Temporaries’ fragmentation', report.tempFragmentationBytes],
    ...report.parts
      // The others have been named above.
      .filter(({ group, name }) => group === 'other' && !/fragmentation$|^limit$/.test(name))
      .map(({ name, bytes }) => [name.charAt(0).toUpperCase() + name.slice(1), bytes] as const),
  ];
  return list.flatMap(([label, bytes, warn]) => (bytes === null ? [] : [[label, bytes, warn ?? false] as const]));
}

function Figures({ report }: { report: OomReport }) {
  return (
    <dl class="figures" data-testid="report-figures">
      {figures(report).map(([label, bytes, warn]) => (
        <div key={label} class="figure">
          <dt>{label}</dt>
          <dd class={warn ? 'report-warn' : ''}>
            <Tip text={report.exact ? formatExact(bytes) : 'Rounded to three or four digits by the message.'}>
              {formatBytes(bytes)}
            </Tip>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function ProgramLink({ program }: { program: string }) {
  const module = modules.value.find(({ name, title, failure }) => !failure && (name === program || title === program));
  if (!module) return null;
  if (module === chosenModule.value) return <span>(shown below)</span>;
  return (
    <button type="button" class="link" onClick={() => chooseModule(module.module)} data-testid="report-module">
      Show it below
    </button>
  );
}

function Facts({ report }: { report: OomReport }) {
  const { program, instruction, device } = report;
  return (
    <p class="report-facts muted" data-testid="report-place">
      <span>{place(report)}</span>
      {program && (
        <span>
          Program <code>{show(program)}</code> <ProgramLink program={program} />
        </span>
      )}
      {instruction && (
        <span>
          Instruction <code>{show(instruction)}</code>
        </span>
      )}
      {device && <span>On {show(device)}</span>}
    </p>
  );
}

function Advice({ report }: { report: OomReport }) {
  if (report.advice.length === 0) return null;
  return (
    <section class="report-advice" aria-labelledby="report-advice-title" data-testid="report-advice">
      <h3 id="report-advice-title">What to do next</h3>
      <ol>
        {report.advice.map(({ text, command }) => (
          <li key={text}>
            <p>
              <Prose text={show(text)} />
            </p>
            {command && <Command text={show(command)} what="the command" />}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** More lines than this are not drawn. */
const MOST = 100;

function ReportList() {
  const list = orderedReports.value;
  if (list.length < 2) return null;
  const files = new Set(list.map(({ file }) => file)).size;
  const errors = list.filter(({ isError }) => isError).length;
  return (
    <nav class="report-list" aria-label="Messages" data-testid="report-list">
      <p class="muted">
        {formatCount(errors)} {errors === 1 ? 'error' : 'errors'}
        {list.length > errors && `, ${formatCount(list.length - errors)} other messages`}
        {list.length > MOST && `; the first ${MOST} are listed`}
      </p>
      <ol>
        {list.slice(0, MOST).map((report, index) => (
          <li key={`${report.file}:${report.line}`}>
            <button
              type="button"
              aria-current={report === shownReport.value}
              class={report.isError ? 'report-error' : ''}
              onClick={() => chooseReport(index)}
            >
              {report.isError ? <WarningIcon /> : <InfoIcon />}
              <span class="report-line">{show(report.title)}</span>
              <span class="muted">{place(report, files > 1)}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Report({ report }: { report: OomReport }) {
  return (
    <>
      <Facts report={report} />
      <ReportBars report={report} />
      <Figures report={report} />
      <Advice report={report} />
      <ReportTable list={report.allocations} exact={report.exact} show={show} />
      <details class="report-excerpt">
        <summary>The message itself</summary>
        <pre>{show(report.excerpt)}</pre>
      </details>
    </>
  );
}

export function ReportPanel() {
  const report = shownReport.value;
  if (!report) return null;
  const beside = overview.value !== null;
  const open = reportOpen.value || !beside;
  const Title = beside ? 'h2' : 'h1';
  const several = orderedReports.value.length;
  return (
    <section class="panel report" aria-labelledby="report-title" data-testid="report">
      {open && <ReportList />}
      <header class="report-head">
        <div>
          <p class={report.isError ? 'report-kind report-warn' : 'report-kind muted'}>
            {report.isError ? <WarningIcon /> : <InfoIcon />} {KINDS[report.kind]}
            {!open && several > 1 && <span class="muted"> and {formatCount(several - 1)} more</span>}
          </p>
          <Title id="report-title" class="report-title" data-testid="report-title">
            {show(report.title)}
          </Title>
        </div>
        <div class="panel-tools">
          {open && (
            <>
              <Check on={hidePaths} label="Hide personal paths" testId="hide-paths" />
              <CopyButton text={show(reportText(report, fileName(report.file)))} what="summary" label="Copy summary" />
            </>
          )}
          {beside && (
            <button
              type="button"
              class="button small"
              aria-expanded={open}
              onClick={() => {
                reportOpen.value = !open;
              }}
              data-testid="report-toggle"
            >
              {open ? 'Fold' : 'Show what to do'}
            </button>
          )}
        </div>
      </header>
      {open && <Report key={chosenReport.value} report={report} />}
    </section>
  );
}
