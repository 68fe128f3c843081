// Makes a machine ready: `node tools/setup.mjs [test]`, or setup() from the other tools.
//
// Uses only what Node brings, since it runs before anything is installed. On Debian and its kin, as root or with sudo
// that asks no password, missing programs are installed; elsewhere each is named with the command that installs it.
// When nothing is missing it only looks at PATH and one hash: milliseconds.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from './lib/browsers.mjs';
import { inRoot } from './lib/paths.mjs';
import { isMain, must, run, which } from './lib/run.mjs';

const MINIMUM_NODE = 20;

/** `apt` and `brew` are what to install; `why` ends the sentence "It …". */
const NEEDED = {
  build: [
    { name: 'emcc', apt: 'emscripten', brew: 'emscripten', why: 'compiles the core to WebAssembly' },
    { name: 'cmake', apt: 'cmake', brew: 'cmake', why: 'drives the C++ build' },
    { name: 'ninja', apt: 'ninja-build', brew: 'ninja', why: 'runs the C++ build' },
    // clang also builds protoc where the system's has another version than the library.
    { name: 'clang++', apt: 'clang', brew: 'llvm', why: 'compiles what runs natively' },
    { name: 'protoc', apt: 'protobuf-compiler', brew: 'protobuf', why: 'generates the protobuf code' },
  ],
  test: [
    {
      name: "clang's sanitizer runtime",
      apt: 'libclang-rt-dev',
      brew: 'llvm',
      why: 'finds memory errors while testing',
      find: hasSanitizers,
    },
    { name: 'llvm-symbolizer', apt: 'llvm', brew: 'llvm', why: 'names the lines in sanitizer reports' },
    { name: 'clang-format', apt: 'clang-format', brew: 'clang-format', why: 'checks the format of C++' },
    { name: 'clang-tidy', apt: 'clang-tidy', brew: 'llvm', why: 'checks C++ for mistakes' },
    {
      name: 'chromium',
      apt: 'chromium',
      brew: '--cask chromium',
      why: 'runs the end-to-end tests',
      find: () => findBrowser('chromium'),
    },
    {
      name: 'firefox',
      apt: 'firefox-esr',
      brew: '--cask firefox',
      why: 'runs the end-to-end tests',
      find: () => findBrowser('firefox'),
    },
  ],
};

/** Debian has it in a package that clang only recommends. */
function hasSanitizers() {
  if (!which('clang++')) return false;
  const dir = execFileSync('clang++', ['-print-resource-dir'], { encoding: 'utf8' }).trim();
  const lib = join(dir, 'lib'); // absent where `npm start` alone has installed clang
  return existsSync(lib) && readdirSync(lib, { recursive: true }).some((name) => name.includes('clang_rt.asan'));
}

const isMissing = ({ name, find }) => !(find ? find() : which(name));

/** The words that make a command run as root ([] for root itself), or null. */
async function asRoot() {
  if (process.getuid?.() === 0) return [];
  if (which('sudo') && (await run('sudo', ['-n', 'true'], { quiet: true })).code === 0) return ['sudo', '-n'];
  return null;
}

async function installPrograms(missing) {
  const packages = [...new Set(missing.map(({ apt }) => apt))];
  const prefix = which('apt-get') ? await asRoot() : null;
  if (prefix === null) return;
  console.log(`setup: installing ${packages.join(', ')}`);
  // Through `env`, because sudo would drop the variable.
  const apt = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-q', '-y'];
  for (const args of [['update'], ['install', '--no-install-recommends', ...packages]]) {
    const [command, ...rest] = [...apt, ...args];
    const { code, output } = await run(command, rest, { quiet: true });
    // A third party's broken list fails an update that may still serve; the installation tells.
    if (code !== 0 && args[0] === 'install') process.stderr.write(output);
  }
}

function installCommand({ apt, brew }) {
  if (process.platform === 'darwin') return `brew install ${brew}`;
  if (which('apt-get')) return `sudo apt-get install --no-install-recommends ${apt}`;
  return `your package manager (Debian calls the package ${apt})`;
}

async function installPackages() {
  const lock = createHash('sha256')
    .update(readFileSync(inRoot('package-lock.json')))
    .digest('hex');
  const stamp = inRoot('node_modules/.xmv-lock');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  console.log('setup: npm ci');
  // No package here needs its install script, so none runs. Errors are shown even under `npm test --silent`.
  await must('npm', ['ci', '--ignore-scripts', '--loglevel=error'], { quiet: true });
  writeFileSync(stamp, lock);
}

/** Installs or names what is missing for 'build' or 'test' (which includes build). Throws if something stays missing. */
export async function setup(purpose = 'build') {
  if (Number.parseInt(process.versions.node, 10) < MINIMUM_NODE) {
    throw new Error(
      `Node ${MINIMUM_NODE} or newer is needed; this is ${process.versions.node}. See https://nodejs.org.`,
    );
  }
  const needed = purpose === 'test' ? [...NEEDED.build, ...NEEDED.test] : NEEDED.build;
  if (needed.some(isMissing)) await installPrograms(needed.filter(isMissing));
  const missing = needed.filter(isMissing);
  for (const program of missing) {
    console.error(`setup: ${program.name} is missing. It ${program.why}. Install it with: ${installCommand(program)}`);
  }
  if (missing.length > 0) throw new Error('install the above and run this again');
  await installPackages();
}

if (isMain(import.meta.url)) {
  try {
    await setup(process.argv[2]);
    console.log('setup: everything is there');
  } catch (error) {
    console.error(`setup: ${error.message}`);
    process.exit(1);
  }
}
