/** The tested commands of each verb, and their effects on the folder. */

/** Options of a small run. */
const SMALL = ['--runner', 'toy/runner.toml', '--quick', '--no-memory', '--no-limits', '--seed', '1'];

/** A run with short time limits, so that a silent runner costs only seconds. */
export const RUN = ['run', 'toy.toml', ...SMALL, '--rounds', '2', '--patience', '15s'] as const;

export interface Verb {
  readonly name: string;
  readonly words: readonly string[];
  /**
   * `reads`: changes no file. `writes`: creates files beside the runs. `records`: changes recorded runs. `measures`: starts or
   * resumes a run. `serves`: runs until it is interrupted.
   */
  readonly does: 'reads' | 'writes' | 'records' | 'measures' | 'serves';
  /** State of the folder at the start (recorded.ts); `recorded` by default. */
  readonly world?: 'one' | 'killed';
  /** Relative frequency of the verb; 1 by default. */
  readonly weight?: number;
  /** True if each attempt starts with an empty cache. */
  readonly isCold?: true;
}

const RECORDED: readonly Verb[] = [
  { name: 'report', words: ['report', 'second', '--format', 'json'], does: 'reads', weight: 2 },
  { name: 'report, in words', words: ['report', 'first'], does: 'reads' },
  { name: 'report, sent', words: ['report', 'sent.wiremark', '--format', 'csv'], does: 'reads' },
  // `last` must fail for an unreadable last run, not pick another one.
  { name: 'report last', words: ['report', 'last', '--format', 'json'], does: 'reads', weight: 2 },
  { name: 'report --html', words: ['report', 'second', '--html', 'page.html'], does: 'writes' },
  { name: 'report --out', words: ['report', 'second', '--out', 'report.md'], does: 'writes' },
  { name: 'report --charts', words: ['report', 'second', '--charts', 'charts'], does: 'writes' },
  { name: 'report --splice', words: ['report', 'second', '--splice', 'page.md'], does: 'writes' },
  { name: 'compare', words: ['compare', 'first', 'second', '--format', 'json'], does: 'reads', weight: 2 },
  { name: 'compare --html', words: ['compare', 'first', 'second', '--html', 'both.html'], does: 'writes' },
  { name: 'runs list', words: ['runs', 'list', '--format', 'json'], does: 'reads', weight: 2 },
  { name: 'runs verify', words: ['runs', 'verify'], does: 'reads' },
  { name: 'runs name', words: ['runs', 'name', 'last', 'third'], does: 'records', weight: 2 },
  { name: 'runs export', words: ['runs', 'export', 'first', '--out', 'again.wiremark'], does: 'writes' },
  {
    name: 'runs import',
    words: ['runs', 'import', 'sent.wiremark'],
    does: 'records',
    world: 'one',
    weight: 3,
  },
  { name: 'sql', words: ['sql', 'from runs', '--format', 'json'], does: 'reads' },
  {
    name: 'sql, samples',
    words: ['sql', 'select run, phase, count(*) n from samples group by all order by all', '--format', 'csv'],
    does: 'reads',
    weight: 2,
  },
  { name: 'sql, results', words: ['sql', 'from results', '--out', 'results.csv'], does: 'writes' },
];

const DEFINED: readonly Verb[] = [
  { name: 'list', words: ['list', '-r', 'toy', '--runner', 'toy/runner.toml'], does: 'reads' },
  { name: 'doctor', words: ['doctor', '--runner', 'toy/runner.toml'], does: 'reads' },
  {
    name: 'source',
    words: ['source', 'toy/plain', '--job', '--runner', 'toy/runner.toml'],
    does: 'reads',
  },
  { name: 'check', words: ['check', 'toy.toml', '--runner', 'toy/runner.toml'], does: 'reads' },
  {
    name: 'check, at first',
    words: ['check', 'toy.toml', '--runner', 'toy/runner.toml'],
    does: 'reads',
    isCold: true,
  },
];

const MEASURED: readonly Verb[] = [
  { name: 'run', words: RUN, does: 'measures', weight: 8 },
  { name: 'run, at first', words: RUN, does: 'measures', weight: 3, isCold: true },
  { name: 'run --resume', words: ['run', '--resume'], does: 'measures', world: 'killed', weight: 6 },
  { name: 'serve', words: ['serve', '--port', '0'], does: 'serves', weight: 3 },
];

/** Verbs that take less than a second. */
export const QUICK_VERBS: readonly Verb[] = [...RECORDED, ...DEFINED.slice(0, 2)];

export const VERBS: readonly Verb[] = [...RECORDED, ...DEFINED, ...MEASURED];
