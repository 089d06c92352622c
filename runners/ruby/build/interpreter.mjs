/** Finds the Ruby that starts rows, and reads its version and identity. */
import { isAbsolute } from 'node:path';
import { askInterpreter } from '../../build-kit/interpreter.mjs';

/**
 * @typedef {object} Interpreter
 * @property {string} program path of the interpreter itself, not of a version manager's shim
 * @property {string} version `3.1.2`
 * @property {string} series `3.1`: all Rubies of a series use the same resolved gems
 * @property {string} source the first registry in RubyGems' configuration
 * @property {boolean} hasBundler
 * @property {readonly string[]} identity facts about the interpreter that compiled gems may depend on
 *
 * @typedef {object} Place where gems are installed, and for which Ruby
 * @property {Interpreter} ruby
 * @property {string} cache an existing folder
 * @property {(text: string) => void} progress reports steps that take long
 *
 * @typedef {import('../../build-kit/installer.mjs').Failure & { gem?: string }} Failure `gem`: the missing one
 */

/** Oldest Ruby that the kit and current libraries support. */
const OLDEST = '3.1';
const NEWER = `install Ruby ${OLDEST} or newer (Debian 12 or newer: apt-get install ruby), or name one in WIREMARK_RUBY`;

/**
 * Clears settings of `bundle exec`, which would make Ruby load that bundle and find only its gems.
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

/**
 * Returns the series of a Ruby, `3.1`. Rubies of one series share compiled gems, and mostly gem versions.
 * @param {string} version
 */
export function seriesOf(version) {
  return version.split('.').slice(0, 2).join('.');
}
