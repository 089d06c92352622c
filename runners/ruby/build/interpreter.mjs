import { isAbsolute } from 'node:path';
import { askInterpreter } from '../../build-kit/interpreter.mjs';

/**
 * @typedef {object} Interpreter
 * @property {string} program path of the interpreter itself, even if a version manager's shim starts it
 * @property {string} version
 * @property {string} series major and minor version: `3.1`. Gemfile.lock is for one series
 * @property {string} source the first registry in RubyGems' configuration
 * @property {boolean} hasBundler
 * @property {readonly string[]} identity properties of the interpreter that compiled gems may depend on
 *
 * @typedef {object} Place where gems are installed: for which Ruby, in which folder
 * @property {Interpreter} ruby
 * @property {string} cache
 * @property {(text: string) => void} progress
 *
 * @typedef {import('../../build-kit/installer.mjs').Failure & { gem?: string }} Failure `gem` is the name of a missing
 *   gem
 */

/** Oldest Ruby that the kit and current libraries support. */
const OLDEST = '3.1';
const NEWER = `install Ruby ${OLDEST} or newer (Debian 12 or newer: apt-get install ruby), or name one in WIREMARK_RUBY`;

/**
 * Environment variables that undo `bundle exec`. Under it, Ruby would load the user's bundle and find only its gems.
 * @type {Readonly<Record<string, string>>}
 */
export const PLAIN = { RUBYOPT: '', RUBYLIB: '' };

const QUESTION = `
require "rbconfig"
say = ->(key, value) { puts "wiremark:#{key} #{value}" }
config = RbConfig::CONFIG
say["program", RbConfig.ruby]
say["engine", RUBY_ENGINE]
say["version", RUBY_VERSION]
say["source", Gem.sources.to_a.first]
say["bundler", (Gem::Specification.find_by_name("bundler").version rescue "none")]
identity = [RUBY_DESCRIPTION, RbConfig.ruby, Gem.extension_api_version, Gem::Platform.local]
identity.concat(config.values_at("CC", "CXX", "CFLAGS", "LIBRUBYARG", "libdir"))
identity.each { |part| say["identity", part] }
`;

/**
 * @param {string} [program] by default WIREMARK_RUBY, else `ruby` in PATH
 * @returns {Promise<Interpreter | Failure>}
 */
export async function askRuby(program = process.env.WIREMARK_RUBY || 'ruby') {
  if (program.includes('/') && !isAbsolute(program))
    return {
      reason: `WIREMARK_RUBY is "${program}"`,
      fix: 'set it to an absolute path, or to a name in PATH',
    };
  const asked = {
    program,
    args: ['-e', QUESTION],
    env: PLAIN,
    language: 'Ruby',
    oldest: OLDEST,
    fix: NEWER,
  };
  const answer = await askInterpreter(asked);
  if ('reason' in answer) return answer;
  const { version, all } = answer;
  const one = (/** @type {string} */ key) => all(key)[0] ?? '';
  if (one('engine') !== 'ruby')
    return { reason: `${program} is ${one('engine')}, and the runner is that of CRuby`, fix: NEWER };
  return {
    program: one('program') || program,
    version,
    series: seriesOf(version),
    source: one('source'),
    hasBundler: one('bundler') !== 'none',
    identity: all('identity'),
  };
}

/** @param {string} version */
export function seriesOf(version) {
  return version.split('.').slice(0, 2).join('.');
}
