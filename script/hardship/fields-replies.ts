/** Replies that no runner and no build program should give: one is spoilt, all others are honest. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '../../src/stats/random.ts';
import { type Home, makeHome, RUNNER } from './fields-definitions.ts';
import type { Answered } from './fields-prober.ts';
import { pick } from './fields-values.ts';

/** What stands for a word, or for a line. */
const WORDS: readonly (string | Buffer)[] = [
  ...['-1', '0', '-0', '0.5', '1e308', '1e3', '0x10', '+1', '01', '1_000', '1 1', 'NaN', 'Infinity', 'null'],
  ...['2147483648', '4294967296', '9007199254740991', '9007199254740992', '18446744073709551616'],
  '9'.repeat(400),
  ...[
    '',
    ' ',
    '\\',
    '\\x',
    '\\n',
    'a\\nwiremark: b',
    '\r',
    '\t',
    '\0',
    '\u2028',
    'é',
    '\ufeff',
    '\u001b[31mred\u202e',
  ],
  'x'.repeat(60_000),
  'x'.repeat(70_000),
  'x'.repeat(5_000_000),
  'y\n'.repeat(100_000),
  Buffer.from([0xff, 0xfe]),
  Buffer.from([0xed, 0xa0, 0x80]),
  ...[
    '__proto__',
    'constructor',
    'toString',
    'wiremark 4',
    'wiremark 5',
    'ready',
    'bye',
    'done',
    'error crash me',
  ],
  ...[
    'error unavailable it',
    'error unsupported it',
    'error mismatch it',
    'error ok it',
    'error',
    'slice 1 1 1 1',
  ],
  ...['set 1', 'kept 1', 'failed 0 it', 'failed 99 it', 'memory 1', 'allocated 1', 'collections __proto__ 1'],
  ...[
    'unknown allocated no',
    'allocated-error 2',
    'placeholder a b',
    'placeholder __proto__ b',
    'placeholder main',
  ],
  ...[
    'placeholder folder /',
    'needs /',
    'needs .',
    'needs /dev/zero',
    'needs ../../..',
    'needs /proc',
    'needs',
  ],
  ...[
    'failed plain ok it',
    'failed plain mismatch it',
    'failed plain unavailable',
    'built',
    'built __proto__',
  ],
  ...[
    'built plain',
    'retry -1',
    'retry 1e308',
    'retry 99999999999',
    'fix',
    'progress',
    'runtime toy',
    'runtime',
  ],
  ...[
    '../../../../etc/passwd',
    '/',
    '.',
    '..',
    '{target}',
    '{target}/../..',
    '{folder}',
    '{nothing}',
    '/dev/zero',
  ],
];

const REPLIES = {
  runner: [
    'wiremark',
    'runtime',
    'version',
    'ready',
    'set',
    'slice',
    'slice',
    'slice',
    'kept',
    'kept',
    'unknown',
    'memory',
    'bye',
  ],
  build: ['wiremark', 'progress', 'placeholder', 'needs', 'built', 'fix', 'retry', 'failed', 'done'],
} as const;

const ACTS = [
  'word',
  'word',
  'word',
  'word',
  'before',
  'after',
  'instead',
  'twice',
  'half',
  'no line break',
  'CR',
  'at once',
];
const FILES = [
  'cut',
  'bytes',
  'added',
  'begun',
  'pipe',
  'folder',
  'link',
  'device',
  'sparse',
  'unreadable',
  'missing',
];

export interface Spoiling {
  readonly place: Home;
  readonly what: string;
}

/** A home with an honest runner beside one that gives a wrong reply. */
export function spoilReply(home: string, random: Random): Spoiling {
  const place = makeHome(home);
  const { dataset, size } = place;
  const at = (...names: string[]) => join(home, ...names);
  cpSync(at('runners', 'toy'), at('runners', 'honest'), { recursive: true });
  writeFileSync(at('runners', 'honest', 'runner.toml'), RUNNER.replace('"toy"', '"honest"'));
  const program = at('runners', 'honest', 'plain.mjs');
  writeFileSync(program, readFileSync(program, 'utf8').replace('runtime toy', 'runtime honest'));
  const who = random.below(3) === 0 ? 'build' : 'runner';
  const spoilt = ['--import', '{folder}/reply.mjs'].map((word) => `"${word}"`).join(', ');
  const manifest =
    who === 'build'
      ? RUNNER.replace('plain.mjs"]', 'plain.mjs", "{main}"]').replace(
          '\n[proto]',
          `\n[build]\ncommand = ["node", ${spoilt}, "{folder}/build.mjs"]\n\n[proto]`,
        )
      : RUNNER.replace('["node", ', `["node", ${spoilt}, `);
  writeFileSync(at('runners', 'toy', 'runner.toml'), manifest);
  cpSync(join(import.meta.dirname, 'fields-reply.mjs'), at('runners', 'toy', 'reply.mjs'));
  cpSync(join(import.meta.dirname, 'fields-build.mjs'), at('runners', 'toy', 'build.mjs'));
  const spoiling = pick(random, WORDS);
  const key = pick(random, REPLIES[who]);
  const act = key === 'kept' && random.below(2) === 0 ? 'file' : pick(random, ACTS);
  const rule = {
    key,
    act,
    nth: random.below(3) === 0 ? random.below(4) : 0,
    word: random.below(6),
    bytes: Buffer.from(spoiling).toString('base64'),
    next:
      act === 'file'
        ? pick(random, FILES)
        : pick(random, ['go on', 'go on', 'go on', 'exit', 'close', 'die']),
  };
  writeFileSync(at('runners', 'toy', 'rule.json'), JSON.stringify(rule));
  writeFileSync(
    at('suites', 'quickstart.toml'),
    `title = "Replies"\nbaseline = "honest/plain"\nserializers = ["*/plain", "*/second"]\n[[case]]\ndataset = "${dataset}"\nsizes = ["${size}"]\ntasks = ["serialize"]\n`,
  );
  mkdirSync(at('work'));
  const shown = JSON.stringify(spoiling.toString().slice(0, 40));
  const where =
    act === 'word' ? `word ${rule.word} is ${shown}` : act === 'file' ? rule.next : `${act} ${shown}`;
  return { place, what: `reply ${rule.nth} "${key}" of a ${who}: ${where}, then ${rule.next}` };
}

export function verbsOfReplies(random: Random): string[] {
  const patience = ['--patience', '4s', '--format', 'json'];
  if (random.below(2) === 0) return ['check', '-s', '*/plain', ...patience];
  const memory = random.below(2) === 0 ? '--memory' : '--no-memory';
  return ['run', '-s', '*/plain', '--quick', '--rounds', '1', '--no-limits', memory, ...patience];
}

const VERDICTS = ['ok', 'mismatch', 'clock', 'remembers', 'crash', 'timeout', 'unavailable', 'unsupported'];

/** The honest row is ok, the other has a verdict: null, or what is wrong. */
export function judgeRows({ code, stdout, stderr }: Answered): string | null {
  if (code === 2) return `refused as a whole: ${stderr.slice(0, 400)}`;
  if (code !== 0 && code !== 1) return null;
  let rows: { runtime: string; verdict: string; reason: string | null }[];
  try {
    rows = JSON.parse(stdout).rows;
  } catch {
    return `no JSON: ${stdout.slice(0, 200)} ${stderr.slice(0, 200)}`;
  }
  const of = (runtime: string) => rows.find((row) => row.runtime === runtime);
  const [honest, spoilt] = [of('honest'), of('toy')];
  if (honest?.verdict !== 'ok')
    return `the honest row is ${honest?.verdict}: ${honest?.reason?.slice(0, 300)}`;
  if (spoilt === undefined || !VERDICTS.includes(spoilt.verdict))
    return `a row without a verdict: ${JSON.stringify(spoilt)}`;
  if ((spoilt.reason ?? '').length > 2000)
    return `a reason of ${spoilt.reason?.length} letters: ${spoilt.reason?.slice(0, 100)}`;
  const isFailure = !['ok', 'unavailable', 'unsupported'].includes(spoilt.verdict);
  return isFailure === (code === 1)
    ? null
    : `exit code ${code}, but the row is ${spoilt.verdict}: ${spoilt.reason}`;
}
