/**
 * Runs Bundler, which resolves and downloads gems with the user's configuration: mirrors, credentials, proxies.
 * homes.mjs installs the gems after their files have been verified.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { noVersion, runInstaller, unclear, unreachable } from '../../build-kit/installer.mjs';
import { PLAIN } from './interpreter.mjs';
import { lockText } from './lock.mjs';

/**
 * @typedef {import('./interpreter.mjs').Interpreter} Interpreter
 * @typedef {import('./interpreter.mjs').Failure} Failure
 * @typedef {import('./requirements.mjs').Requirement} Requirement
 */

export const CACHED = 'cached';

/**
 * Bundler's settings for a folder; they override those of the environment and the user
 * (https://bundler.io/v2.3/man/bundle-config.1.html). Gems are always compiled from source, so that the same files are locked on
 * all machines: most libraries with C code have no prebuilt gems, and Debian 12's RubyGems finds none for its platform,
 * x86_64-linux-gnu.
 */
const SETTINGS = {
  PATH: 'vendor',
  CACHE_PATH: CACHED,
  NO_INSTALL: 'true',
  FORCE_RUBY_PLATFORM: 'true',
  CACHE_ALL: 'false',
  CACHE_ALL_PLATFORMS: 'false',
  DEPLOYMENT: 'false',
  WITHOUT: '',
  ONLY: '',
};

/**
 * Ruby code that starts the Bundler of the Ruby that runs it: a `bundle` in PATH may belong to another Ruby. The locks
 * that wiremark writes name no version of Bundler, since Bundler would install that version.
 */
const START = 'gem "bundler"; load Gem.bin_path("bundler", "bundle")';

/**
 * @param {string} folder
 * @param {readonly Requirement[]} requirements
 * @param {string} [lock] content of Gemfile.lock, which Bundler then doesn't change
 */
export async function writeBundle(folder, requirements, lock) {
  const lines = requirements.map(({ name, ranges }) => {
    const words = [name, ...ranges].map((word) => JSON.stringify(word));
    return `gem ${words.join(', ')}`;
  });
  const settings = { ...SETTINGS, FROZEN: String(lock !== undefined) };
  const yaml = Object.entries(settings).map(([key, value]) => `BUNDLE_${key}: "${value}"`);
  await mkdir(join(folder, '.bundle'), { recursive: true });
  await writeFile(join(folder, '.bundle/config'), ['---', ...yaml, ''].join('\n'));
  await writeFile(join(folder, 'Gemfile'), ['source Gem.sources.to_a.first', '', ...lines, ''].join('\n'));
  if (lock !== undefined) await writeFile(join(folder, 'Gemfile.lock'), lock);
}

/**
 * @param {Interpreter} ruby
 * @param {readonly import('./lock.mjs').Gem[]} gems
 * @param {string} folder
 * @returns {Promise<Failure | null>}
 */
export async function cacheGems(ruby, gems, folder) {
  const exact = gems.map(({ name, version }) => ({ name, ranges: [`= ${version}`] }));
  await writeBundle(folder, exact, lockText(gems, ruby.source));
  return runBundler(ruby, 'cache', folder);
}

/**
 * @param {Interpreter} ruby
 * @param {'lock' | 'cache'} command
 * @param {string} folder
 * @returns {Promise<Failure | null>}
 */
export async function runBundler(ruby, command, folder) {
  if (!ruby.hasBundler) return NO_BUNDLER;
  return runInstaller({
    name: 'Bundler',
    program: ruby.program,
    args: ['-e', START, command],
    cwd: folder,
    env: {
      ...PLAIN,
      BUNDLE_GEMFILE: join(folder, 'Gemfile'),
      BUNDLE_APP_CONFIG: join(folder, '.bundle'),
      BUNDLE_RETRY: process.env.BUNDLE_RETRY ?? '1',
      THOR_COLUMNS: '10000',
    },
    failureOf,
  });
}

/** @type {Failure} */
const NO_BUNDLER = {
  reason: 'this Ruby has no Bundler',
  fix: 'install it (Debian: apt-get install ruby-bundler; elsewhere: gem install bundler)',
  isGeneral: true,
};

const UNREACHABLE =
  /Could not reach host|Could not fetch specs|Network error while|Gem::RemoteFetcher::FetchError|SSL verification|certificate verify|Could not verify the SSL|Persistent::Error|connection refused/;
const CONNECT =
  'connect to the registry of gems, or name a mirror: bundle config set --global mirror.all URL';
const NO_VERSION =
  /can no longer be found in that source|Could not find (?:gem )?\S+.* in |Could not find compatible versions/;
const WRONG_FILE = /checksum|Gem::Package::FormatError|package metadata is missing/i;
const TRANSFER =
  /HTTPError|Bad response|HTTP error|Gem::RemoteFetcher|Authentication is required|Bad username/;

/**
 * @param {readonly string[]} output
 * @returns {Failure}
 */
function failureOf(output) {
  const said = output.map((line) => line.trim()).filter((line) => line !== '');
  const broken = said.find((line) => UNREACHABLE.test(line) && !line.startsWith('Retrying'));
  if (broken !== undefined) return unreachable('Bundler', whyUnreachable(broken), CONNECT);
  const missing = said.find((line) => NO_VERSION.test(line));
  if (missing !== undefined) {
    const failure = noVersion('Bundler', spelled(missing), ' or a Ruby');
    const [, gem] = /Could not find gem '([^\s',]+)/.exec(missing) ?? [];
    if (gem === undefined) return failure;
    const fix = `correct the name, use a registry that has it, or name its folder: ${gem}@file:PATH`;
    const isKnown = said.some((line) => line.includes(`gems matching '${gem}`));
    return { ...failure, gem, ...(!isKnown && { fix }) };
  }
  const last = said.find((line) => WRONG_FILE.test(line) || TRANSFER.test(line)) ?? said.at(-1);
  return unclear('Bundler', last && spelled(last));
}

/** @param {string} line */
function whyUnreachable(line) {
  const [, kind] = /<(?:Errno::|[\w:]*)?(\w+): /.exec(line) ?? [];
  const [, why] = /\(([A-Z][^()]*) - /.exec(line) ?? [];
  return why ?? kind ?? spelled(line);
}

/**
 * Shortens each address to its file name, or to "the registry": a mirror's address may contain a password.
 * @param {string} line
 */
function spelled(line) {
  return line
    .replace(
      /(?:rubygems repository )?\b[a-z]+:\/\/[^\s/]+(?:\/(?:[^\s/]*\/)*([^\s/]*))?/g,
      (_, file) => file || 'the registry',
    )
    .replace(/\.$/, '');
}
