// The command line: the page's core on Node, without a browser. See USAGE in cli/arguments.ts.
import createMemoryViewer, {
  type Failure,
  type MemoryViewerModule,
  type ModuleSummary,
  type OomReport,
  type Session,
  type SpaceView,
} from '#wasm/memory_viewer.js';
import wasmBinary from '#wasm/memory_viewer.wasm';
import { type Capacity, capacityOf, errorCapacity } from './base/capacity';
import { NO_LOSS } from './base/no_loss';
import { type Arguments, parseArguments, USAGE } from './cli/arguments';
import type { OpenFile } from './cli/files';
import { type Input, inputsOf } from './cli/inputs';
import { jsonReport, listModules, listReports, textReport } from './cli/report';
import { reportText } from './engine/oom_text';

class CliError extends Error {}

const fail = ({ code, message, hint }: Failure): never => {
  throw new CliError(`${code}: ${message}${hint ? ` ${hint}` : ''}`);
};

function value<T>(result: T | Failure): T {
  if (typeof result === 'object' && result !== null && 'code' in result) return fail(result as Failure);
  return result as T;
}

function chooseModule(session: Session, name: string | null): ModuleSummary {
  const modules = session.modules();
  const found = name === null ? modules[0] : modules.find((m) => m.title === name || m.name === name);
  if (!found) {
    const known = modules.slice(0, 20).map((m) => m.title);
    return fail({
      code: 'NO_SUCH_MODULE',
      message: name === null ? 'There is no module in these files.' : `There is no module ${name}.`,
      hint: known.length > 0 ? `There are: ${known.join(', ')}` : '',
    });
  }
  return found.failure ? fail(found.failure) : found;
}

function listInputs(paths: readonly string[]): Input[] {
  try {
    return inputsOf(paths);
  } catch (error) {
    return fail({ code: 'READ_FAILED', message: (error as Error).message, hint: '' });
  }
}

function opened(input: Input): OpenFile {
  try {
    return input.open();
  } catch (error) {
    return fail({ code: 'READ_FAILED', message: (error as Error).message, hint: '' });
  }
}

interface Planned {
  /** In order: as the core plans it, then those that were named but that it would set aside. */
  readonly open: readonly Input[];
  /** What stands in for one that cannot be opened. */
  readonly instead: ReadonlyMap<Input, readonly Input[]>;
  /** Of those to open, the ones that only were named. */
  readonly extra: ReadonlySet<Input>;
  readonly aside: readonly string[];
}

function planned(core: MemoryViewerModule, inputs: readonly Input[]): Planned {
  const plan = core.planFiles(
    inputs.map((input) => input.path),
    inputs.map((input) => input.size),
  );
  const at = (index: number) => inputs[index] as Input;
  const aside = plan.aside.map(({ file, reason }) => ({ input: at(file), reason }));
  const extra = new Set(aside.filter(({ input }) => input.explicit).map(({ input }) => input));
  return {
    open: [...[...plan.open].map(at), ...extra],
    instead: new Map(plan.instead.map(({ file, open }) => [at(file), [...open].map(at)])),
    extra,
    aside: aside.filter(({ input }) => !input.explicit).map(({ input, reason }) => `${input.path}: ${reason}`),
  };
}

function openAll(core: MemoryViewerModule, session: Session, paths: readonly string[]): void {
  const inputs = listInputs(paths);
  if (inputs.length === 0) {
    fail({
      code: 'NO_PROGRAMS',
      message: paths.length === 1 ? 'The folder is empty.' : 'The folders are empty.',
      hint: 'Give the folder that --xla_dump_to wrote, or the profiler’s plugins/profile folder.',
    });
  }
  const { open, instead, extra, aside } = planned(core, inputs);
  const failures: { input: Input; failure: Failure }[] = [];
  const failed = new Set<Input>();
  const waiting = [...open].reverse();
  for (let input = waiting.pop(); input; input = waiting.pop()) {
    const file = opened(input);
    const added = session.addFile(input.path, file.size, file.read, () => {});
    if ('code' in added) {
      failures.push({ input, failure: { ...added, message: `${input.path}: ${added.message}` } });
      failed.add(input);
      // What was named is opened anyway.
      waiting.push(...(instead.get(input) ?? []).filter(({ explicit }) => !explicit).reverse());
    } else if (added.note) {
      process.stderr.write(`${input.path}: ${added.note.message}\n`);
    }
  }
  const nothing = session.files().length === 0;
  const replaced = (input: Input): boolean => {
    const [main] = instead.get(input) ?? [];
    return main !== undefined && (!failed.has(main) || replaced(main));
  };
  // In a folder anything may lie around; what was named must be readable, unless others say what it would have said.
  const dispensable = ({ input, failure }: { input: Input; failure: Failure }) =>
    !input.explicit || failure.code === 'NEEDS_COMPANION' || (!nothing && (extra.has(input) || replaced(input)));
  const fatal = failures.find((one) => !dispensable(one));
  const first = fatal ?? (nothing ? failures[0] : undefined);
  for (const { input, failure } of failures) {
    // Of a folder, what could have been anything is no loss.
    if (failure === first?.failure || (!input.explicit && NO_LOSS.has(failure.code))) continue;
    process.stderr.write(`${failure.code}: ${failure.message}\n`);
  }
  if (first) fail(first.failure);
  if (nothing) {
    fail({
      code: 'NO_PROGRAMS',
      message: `None of ${inputs.length} files tells where memory goes.`,
      hint: aside.slice(0, 3).join(' '),
    });
  }
}

function capacityFor(
  args: Arguments,
  module: ModuleSummary,
  view: SpaceView,
  reports: readonly OomReport[],
): Capacity | null {
  const { space, scopedVmemBytes } = view.overview();
  return capacityOf({
    space,
    told: module.chip,
    scopedBytes: scopedVmemBytes,
    chosen: args.chip,
    size: args.capacity,
    baseline: args.baseline,
    fromError: errorCapacity(reports, space, module.name),
  });
}

async function main(words: readonly string[]): Promise<number> {
  const args = parseArguments(words);
  if (typeof args === 'string') {
    process.stderr.write(`${args}\n\n${USAGE}\n`);
    return 2;
  }
  if (args.output === 'help') {
    process.stdout.write(`${USAGE}\n`);
    return 0;
  }
  const core = await createMemoryViewer({ wasmBinary });
  const session = new core.Session();
  openAll(core, session, args.files);
  const reports = session.reports();
  const asText = (report: OomReport) => reportText(report, session.files()[report.file]?.name ?? '');
  if (args.output === 'list') {
    process.stdout.write(`${listModules(session)}\n${reports.length > 0 ? `${listReports(session)}\n` : ''}`);
    return 0;
  }
  if (session.modules().length === 0 && reports.length > 0 && args.module === null && args.output !== 'xprof-json') {
    process.stdout.write(
      args.output === 'json' ? `${JSON.stringify({ reports })}\n` : `${reports.map(asText).join('\n\n')}\n`,
    );
    return 0;
  }
  const module = chooseModule(session, args.module);
  const space = args.space ?? module.spaces[0]?.space ?? 0;
  if (args.output === 'xprof-json') {
    process.stdout.write(value(session.xprofJson(module.module, space)));
    return 0;
  }
  const view = value(session.view(module.module, space, -1));
  const capacity = capacityFor(args, module, view, reports);
  if (args.output === 'json') {
    process.stdout.write(`${JSON.stringify({ ...(jsonReport(module, view, capacity) as object), reports })}\n`);
    return 0;
  }
  const errors = reports.filter((report) => report.isError).map((report) => `${asText(report)}\n\n`);
  process.stdout.write(
    `${errors.join('')}${textReport(module, view, capacity, session.files()[module.file]?.format ?? '')}\n`,
  );
  return 0;
}

main(process.argv.slice(2)).then(
  (status) => {
    process.exitCode = status;
  },
  (error: unknown) => {
    // Ours are for the user; anything else is a bug and keeps its stack.
    process.stderr.write(
      error instanceof CliError ? `${error.message}\n` : `INTERNAL: ${(error as Error).stack ?? error}\n`,
    );
    process.exitCode = 1;
  },
);
