// The command line: the page's core on Node, without a browser. See USAGE in cli/arguments.ts.
import createMemoryViewer, { type Failure, type ModuleSummary, type Session } from '#wasm/memory_viewer.js';
import wasmBinary from '#wasm/memory_viewer.wasm';
import { parseArguments, USAGE } from './cli/arguments';
import { openFile } from './cli/files';
import { jsonReport, listModules, textReport } from './cli/report';

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
      message: `There is no module ${name}.`,
      hint: `There are: ${known.join(', ')}`,
    });
  }
  return found.failure ? fail(found.failure) : found;
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
  for (const path of args.files) {
    let file: ReturnType<typeof openFile>;
    try {
      file = openFile(path);
    } catch (error) {
      return fail({ code: 'READ_FAILED', message: (error as Error).message, hint: '' });
    }
    const added = session.addFile(path, file.size, file.read, () => {});
    if ('code' in added) fail({ ...added, message: `${path}: ${added.message}` });
  }
  if (args.output === 'list') {
    process.stdout.write(`${listModules(session)}\n`);
    return 0;
  }
  const module = chooseModule(session, args.module);
  const space = args.space ?? module.spaces[0]?.space ?? 0;
  if (args.output === 'xprof-json') {
    process.stdout.write(value(session.xprofJson(module.module, space)));
    return 0;
  }
  const view = value(session.view(module.module, space, -1));
  process.stdout.write(
    args.output === 'json' ? `${JSON.stringify(jsonReport(module, view))}\n` : `${textReport(module, view)}\n`,
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
