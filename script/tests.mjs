/**
 * Runs test files, each in its own process. First compiles all of them once, so that no test process has to.
 *
 *     node --enable-source-maps script/tests.mjs [--hurried] FILE…
 *
 * --hurried runs them in a copy of this checkout with very short warm-ups.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, extname, join, relative, resolve } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';

const home = resolve(import.meta.dirname, '..');
/** Folder of compiled files: in node_modules they find packages, and git, formatters and searches ignore them. */
const folder = mkdtempSync(join(home, 'node_modules', '.tests-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/** Keeps `import.meta` of a compiled module at its source's path: data and programs are beside the source. */
const places = {
  name: 'places',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.(mjs|ts|tsx)$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      if (!source.includes('import.meta.')) return undefined;
      const place = { dirname: dirname(path), filename: path, url: pathToFileURL(path).href };
      // On the first line, so that line numbers don't change.
      return { contents: `const __place = ${JSON.stringify(place)}; ${source}`, loader: loaderOf(path) };
    }),
};

function loaderOf(path) {
  return extname(path) === '.mjs' ? 'js' : extname(path).slice(1);
}

async function compiled(sources) {
  await build({
    absWorkingDir: home,
    entryPoints: sources,
    outbase: home,
    outdir: folder,
    bundle: true,
    splitting: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: 'linked',
    define: Object.fromEntries(
      ['dirname', 'filename', 'url'].map((name) => [`import.meta.${name}`, `__place.${name}`]),
    ),
    plugins: [places],
    logLevel: 'error',
  });
  return sources.map((source) => join(folder, relative(home, resolve(source)).replace(/\.tsx?$/, '.js')));
}

/** Shortens warm-up and rounds in a runtime's manifest, and replaces texts there as its test/hurried.json says. */
function hurry(folder) {
  const manifest = join(folder, 'runner.toml');
  const own = join(folder, 'test', 'hurried.json');
  let text = readFileSync(manifest, 'utf8')
    // Long enough that no row gets the verdict `remembers` by mistake.
    .replace(/^warmup = .*$/m, 'warmup = { minimum = 100, maximum = 1000 }')
    .replace(/^blocks = .*$/m, 'blocks = 2');
  if (existsSync(own))
    for (const [from, to] of Object.entries(JSON.parse(readFileSync(own, 'utf8')))) text = text.replace(from, to);
  writeFileSync(manifest, text);
}

/** Copies the checkout with short warm-ups, since tests' runs measure no speed. The next call replaces it. */
function hurriedHome() {
  const hurried = join(home, 'node_modules', '.hurried');
  rmSync(hurried, { recursive: true, force: true });
  mkdirSync(hurried);
  // Ends the search for definitions in this folder, so that it doesn't reach the original checkout.
  mkdirSync(join(hurried, '.git'));
  for (const name of readdirSync(home)) {
    if (name.startsWith('.') || name === 'node_modules') continue;
    // Programs and runners are found by their real paths.
    const isCopied = name === 'wiremark' || name === 'runners';
    if (isCopied) cpSync(join(home, name), join(hurried, name), { recursive: true, preserveTimestamps: true });
    else symlinkSync(join(home, name), join(hurried, name));
  }
  for (const runtime of readdirSync(join(hurried, 'runners'))) {
    const folder = join(hurried, 'runners', runtime);
    if (existsSync(join(folder, 'runner.toml'))) hurry(folder);
  }
  return hurried;
}

const { values, positionals } = parseArgs({ options: { hurried: { type: 'boolean' } }, allowPositionals: true });
const files = await compiled(positionals);
if (values.hurried) {
  process.env.WIREMARK_TEST_HOME = hurriedHome();
  // Definitions are also searched in the working folder.
  process.chdir(process.env.WIREMARK_TEST_HOME);
}
// More files than cores: a test often waits for idle programs.
const results = run({ files, concurrency: availableParallelism() + 1 });
results.on('test:fail', () => {
  process.exitCode = 1;
});
results.compose(new spec()).pipe(process.stdout);
