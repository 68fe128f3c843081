// What the command line understands.
import { CHIPS, type Chip, findChip } from '../base/chips';
import { parseSize } from '../base/sizes';

export const USAGE = `usage: cli.mjs FILE|FOLDER|-… [--module NAME] [--space NAME|N] [--capacity SIZE|CHIP]
                     [--baseline SIZE] [--list] [--json | --xprof-json]

Shows where an XLA program's memory goes, from what the compiler or the profiler left: a folder of --xla_dump_to or of
the profiler, or files of one (.hlo.pb, .xplane.pb, buffer assignments and usage reports as text, HLO text, XProf's JSON,
zip or tar of any of these; gzipped or not); and what an out-of-memory error says, from a log or from standard input (-).

  --module NAME   the module to show, e.g. jit_train_step or jit_train_step(42); default: the one with the largest peak
  --space NAME|N  the memory space: hbm, vmem, smem, cmem, sflag, sparsecore, host or XLA's number; default: main memory
  --capacity SIZE|CHIP   says whether it fits, e.g. 15.75GiB, v5e, "H100 80GB"; default: what the files tell of the chip
  --baseline SIZE        of that, held by other modules and the runtime
  --list          lists the modules and their memory spaces
  --json          the whole result for one module and space
  --xprof-json    the same module and space in the fields of XProf's memory_viewer tool

Exit status: 0, or 1 with "CODE: message" on stderr, or 2 for wrong usage.`;

export interface Arguments {
  readonly files: readonly string[];
  readonly module: string | null;
  readonly space: number | null;
  readonly chip: Chip | null;
  readonly capacity: number | null;
  readonly baseline: number | null;
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

type Parsed = { -readonly [K in keyof Arguments]: Arguments[K] };

/** Takes an option's value. Returns a sentence for what it does not understand. */
function takeValue(args: Parsed, option: string, value: string): string | null {
  if (option === '--module') {
    args.module = value;
  } else if (option === '--space') {
    args.space = /^\d+$/.test(value) ? Number(value) : (SPACES[value.toLowerCase()] ?? null);
    if (args.space === null)
      return `there is no memory space "${value}"; use ${Object.keys(SPACES).join(', ')} or a number`;
  } else if (option === '--baseline') {
    args.baseline = parseSize(value);
    if (args.baseline === null) return `"${value}" is no size; use e.g. 500MiB`;
  } else {
    args.capacity = parseSize(value);
    args.chip = args.capacity === null ? findChip(value) : null;
    if (args.capacity === null && args.chip === null)
      return `"${value}" is no size and no chip; use e.g. 16GiB or one of ${CHIPS.map(({ name }) => name).join(', ')}`;
  }
  return null;
}

const WITH_VALUE = ['--module', '--space', '--capacity', '--baseline'];
const OUTPUTS = ['--list', '--json', '--xprof-json'];

/** Reads the arguments after the script's name. Returns a sentence for what it does not understand. */
export function parseArguments(words: readonly string[]): Arguments | string {
  const files: string[] = [];
  const args: Parsed = {
    files,
    module: null,
    space: null,
    chip: null,
    capacity: null,
    baseline: null,
    output: 'text',
  };
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as string;
    if (word === '--help' || word === '-h') return { ...args, output: 'help' };
    if (OUTPUTS.includes(word)) {
      args.output = word.slice(2) as Arguments['output'];
    } else if (WITH_VALUE.includes(word)) {
      const value = words[++i];
      if (value === undefined) return `${word} needs a value`;
      const problem = takeValue(args, word, value);
      if (problem) return problem;
    } else if (word.startsWith('-') && word !== '-') {
      return `unknown option ${word}`;
    } else {
      files.push(word);
    }
  }
  return files.length === 0 ? 'no file given' : args;
}
