/** Which Ruby rows are started with, and what it says of itself. */
import { isAbsolute } from 'node:path';
import { askInterpreter } from '../../build-kit/interpreter.mjs';

/**
 * @typedef {object} Interpreter
 * @property {string} program the interpreter itself, where what was asked is the shim of a version manager
 * @property {string} version `3.1.2`
 * @property {string} series `3.1`: gems are resolved for all Rubies of one alike
 * @property {string} source the registry that RubyGems is set to, the first of them
 * @property {boolean} hasBundler
 * @property {readonly string[]} identity changes with whatever a compiled gem may depend on
 *
 * @typedef {object} Place where gems are made ready, and for which Ruby
 * @property {Interpreter} ruby
 * @property {string} cache a folder that exists
 * @property {(text: string) => void} progress told what takes long
 *
 * @typedef {import('../../build-kit/installer.mjs').Failure & { gem?: string }} Failure `gem`: which one isn't there
 */

/** The oldest that the kit is written for, and that the libraries of today take. */
const OLDEST = '3.1';
const NEWER = `install Ruby ${OLDEST} or newer (Debian 12 or newer: apt-get install ruby), or name one in WIREMARK_RUBY`;

/**
 * A Ruby that is started within `bundle exec` would load that bundle first, and find no gems but its own.
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
 * @param {string} [program] that of WIREMARK_RUBY by default, else that of PATH
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
  const told = await askInterpreter(asked);
  if ('reason' in told) return told;
  const { version, all } = told;
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
 * Rubies of one series take the same compiled gems, and mostly the same versions.
 * @param {string} version
 */
export function seriesOf(version) {
  return version.split('.').slice(0, 2).join('.');
}
