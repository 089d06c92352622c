/**
 * @typedef {object} Requirement
 * @property {string} name
 * @property {readonly string[]} ranges such as `~> 3.9`; empty for any version
 */

/** The gem that the kit itself needs, to measure allocated memory. It is resolved for every row. */
export const PROFILER = { name: 'memory_profiler', ranges: ['~> 1.1'] };

const NAME = /^([A-Za-z0-9][\w.-]*)(?:\s+(.+))?$/;
const RANGE = /^(?:(?:=|!=|>=|<=|>|<|~>)\s*)?\d[\w.]*$/;

/**
 * @param {string} spelled
 * @returns {Requirement | null}
 */
export function parseRequirement(spelled) {
  const [, name, rest] = NAME.exec(spelled.trim()) ?? [];
  if (name === undefined) return null;
  const ranges = (rest ?? '').split(',').map((range) => range.trim());
  if (rest === undefined) return { name, ranges: [] };
  return ranges.every((range) => RANGE.test(range)) ? { name, ranges } : null;
}

/**
 * @param {string} spelled as in a gem's specification: `bigdecimal (>= 3.0, < 5)`
 * @returns {Requirement}
 */
export function parseNeed(spelled) {
  const [, name = spelled, ranges = ''] = /^(\S+) \((.*)\)$/.exec(spelled) ?? [];
  return { name, ranges: ranges.split(', ').filter((range) => range !== '') };
}

/**
 * Returns whether a version satisfies all ranges, by RubyGems' rules:
 * https://docs.ruby-lang.org/en/3.1/Gem/Requirement.html
 * @param {string} version
 * @param {readonly string[]} ranges
 */
export function satisfies(version, ranges) {
  return ranges.every((range) => {
    const [, operator = '=', bound = ''] = /^(\W*?)\s*(\w.*)$/.exec(range) ?? [];
    const order = compareVersions(version, bound);
    switch (operator) {
      case '!=':
        return order !== 0;
      case '>':
        return order > 0;
      case '<':
        return order < 0;
      case '>=':
        return order >= 0;
      case '<=':
        return order <= 0;
      case '~>':
        return order >= 0 && compareVersions(releaseOf(version), bumped(bound)) < 0;
      default:
        return order === 0;
    }
  });
}

/**
 * Compares two versions, part by part. Words mark prereleases and are less than any number: 1.0.beta < 1.0.
 * Returns a number below, equal to or above 0, as for `sort`.
 * @param {string} one
 * @param {string} other
 */
function compareVersions(one, other) {
  const [some, others] = [segmentsOf(one), segmentsOf(other)];
  for (let i = 0; i < Math.max(some.length, others.length); i++) {
    const [left, right] = [some[i] ?? 0, others[i] ?? 0];
    if (left === right) continue;
    if (typeof left === 'number' && typeof right === 'number') return left - right;
    if (typeof left === 'number') return 1;
    if (typeof right === 'number') return -1;
    return left < right ? -1 : 1;
  }
  return 0;
}

/** @param {string} version */
function segmentsOf(version) {
  return (version.match(/\d+|[a-z]+/gi) ?? []).map((part) => (/^\d/.test(part) ? Number(part) : part));
}

/** @param {string} version */
function releaseOf(version) {
  return version.replace(/\.?[a-z].*$/i, '');
}

/**
 * Returns the exclusive upper bound for `~>`: 3.9 → 4, 3.9.1 → 3.10.
 * @param {string} bound
 */
function bumped(bound) {
  const numbers = segmentsOf(releaseOf(bound)).map(Number);
  if (numbers.length > 1) numbers.pop();
  return [...numbers.slice(0, -1), (numbers.at(-1) ?? 0) + 1].join('.');
}
