/** Which Ruby rows are started with, and what it says of itself. */
import { isAbsolute } from 'node:path';
import { isOlder } from '../../build-kit/installer.mjs';
import { runTool } from '../../build-kit/tool.mjs';

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
/** In milliseconds. */
const LONGEST_ANSWER = 60_000;

/**
 * A Ruby that is started within `bundle exec` would load that bundle first, and find no gems but its own.
 * @type {Readonly<Record<string, string>>}
 */
export const PLAIN = { RUBYOPT: '', RUBYLIB: '' };

/** Lines `key value`. What a Ruby says besides, with warnings or a shim before it, has none of these keys. */
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
      cure: 'set it to an absolute path, or to a name in PATH',
    };
  const { ended, reason, output } = await runTool({
    program,
    args: ['-e', QUESTION],
    env: PLAIN,
    longest: LONGEST_ANSWER,
  });
  const told = output.flatMap((line) => {
    const [, key, value] = /^wiremark:(\w+) (.*)$/.exec(line) ?? [];
    return key === undefined || value === undefined ? [] : [{ key, value }];
  });
  /** @param {string} key */
  const all = (key) => told.filter((one) => one.key === key).map((one) => one.value);
  const [version = ''] = all('version');
  if (ended !== 'well' || version === '') {
    const why =
      ended === 'failed' ? `${program}: ${output.find((line) => line.trim() !== '') ?? reason}` : reason;
    return { reason: why || `${program} does not say what it is`, cure: NEWER };
  }
  const [engine = ''] = all('engine');
  if (engine !== 'ruby')
    return { reason: `${program} is ${engine}, and the runner is that of CRuby`, cure: NEWER };
  if (isOlder(version, OLDEST))
    return { reason: `${program} is Ruby ${version}, and the runner is written for ${OLDEST}`, cure: NEWER };
  return {
    program: all('program')[0] ?? program,
    version,
    series: seriesOf(version),
    source: all('source')[0] ?? '',
    hasBundler: all('bundler')[0] !== 'none',
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
