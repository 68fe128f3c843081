// What the command line understands.

export const USAGE = `usage: cli.mjs FILE|FOLDER|-… [--module NAME] [--space NAME|N] [--list] [--json | --xprof-json]

Shows where an XLA program's memory goes, from what the compiler or the profiler left: a folder of --xla_dump_to or of
the profiler, or files of one (.hlo.pb, .xplane.pb, buffer assignments and usage reports as text, HLO text, XProf's JSON,
zip or tar of any of these; gzipped or not); and what an out-of-memory error says, from a log or from standard input (-).

  --module NAME   the module to show, e.g. jit_train_step or jit_train_step(42); default: the one with the largest peak
  --space NAME|N  the memory space: hbm, vmem, smem, cmem, sflag, sparsecore, host or XLA's number; default: main memory
  --list          lists the modules and their memory spaces
  --json          the whole result for one module and space
  --xprof-json    the same module and space in the fields of XProf's memory_viewer tool

Exit status: 0, or 1 with "CODE: message" on stderr, or 2 for wrong usage.`;

export interface Arguments {
  readonly files: readonly string[];
  readonly module: string | null;
  readonly space: number | null;
  readonly output: 'text' | 'list' | 'json' | 'xprof-json' | 'help';
}

// XLA's numbers; see FORMATS and core/model/module.cc.
const SPACES: Readonly<Record<string, number>> = {
  hbm: 0,
  main: 0,
  vmem: 1,
  sflag: 2,
  sync: 2,
  cmem: 3,
  smem: 4,
  host: 5,
  sparsecore: 6,
};

/** Reads the arguments after the script's name. Returns a sentence for what it does not understand. */
export function parseArguments(words: readonly string[]): Arguments | string {
  const files: string[] = [];
  let module: string | null = null;
  let space: number | null = null;
  let output: Arguments['output'] = 'text';
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as string;
    if (word === '--help' || word === '-h') return { files, module, space, output: 'help' };
    if (word === '--list' || word === '--json' || word === '--xprof-json') {
      output = word.slice(2) as Arguments['output'];
    } else if (word === '--module' || word === '--space') {
      const value = words[++i];
      if (value === undefined) return `${word} needs a value`;
      if (word === '--module') {
        module = value;
      } else {
        space = /^\d+$/.test(value) ? Number(value) : (SPACES[value.toLowerCase()] ?? null);
        if (space === null)
          return `there is no memory space "${value}"; use ${Object.keys(SPACES).join(', ')} or a number`;
      }
    } else if (word.startsWith('-') && word !== '-') {
      return `unknown option ${word}`;
    } else {
      files.push(word);
    }
  }
  return files.length === 0 ? 'no file given' : { files, module, space, output };
}
