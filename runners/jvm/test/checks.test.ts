/** Tests the kit and the hand-written row in Java with the classes in checks/, which need no packages. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { type RoundTrips, testJsonTexts } from '../../../test/contract/runtime/json-texts.ts';
import { temporary } from '../../../test/machine/temporary.ts';
import { readModel } from '../../build-kit/model.mjs';
import { emitJavaHandWritten } from '../build/java-hand-written.mjs';
import { emitJavaModel } from '../build/java-model.mjs';

const runner = fileURLToPath(new URL('..', import.meta.url));
const javac = await execa('javac', ['-version'], { reject: false });
const skip = javac.exitCode === 0 ? false : 'there is no javac on the path';
const row = 'HandWritten JsonWriter JsonReader JsonCursor JsonNumbers JsonTimes'
  .split(' ')
  .map((name) => join(runner, 'serializers', `${name}.java`));

interface More {
  readonly words?: readonly string[];
  readonly input?: string;
  /** Generated files, and their folder. */
  readonly sources?: readonly string[];
  readonly folder?: string;
}

/** Compiles and runs a class of the folder checks. @returns its output */
async function outputOf(check: string, { words = [], input = '', sources = [], folder = '' }: More) {
  const classes = temporary('jvm-checks');
  const paths = [folder, join(runner, 'kit/src/main/java')].join(':');
  const flags = ['-encoding', 'UTF-8', '-proc:none', '-sourcepath', paths, '-d', classes];
  const file = join(import.meta.dirname, 'checks', `${check.split('.').at(-1)}.java`);
  await execa('javac', [...flags, ...row, ...sources, file]);
  const { stdout } = await execa('java', ['-cp', classes, `wiremark.${check}`, ...words], { input });
  return stdout;
}

for (const [title, check, count] of [
  [
    'the JDK and the hand-written row read the same values from what the other wrote',
    'serializers.TextCheck',
    100_000,
  ],
  ['limit-write finds characters that JSON escapes at any position', 'kit.MarksCheck', 200_000],
  ["the JDK's collections are plain data, others are rejected", 'kit.PlainCheck', 13],
] as const)
  test(title, { skip }, async () =>
    assert.equal(await outputOf(check, { words: [`${count}`] }), `checked ${count}`),
  );

const base64 = (text: string) => Buffer.from(text).toString('base64');

/** Compiles the generated code of all models at once. */
const roundTrips: RoundTrips = async (all) => {
  const folder = temporary('jvm-json-texts');
  const sources = all.flatMap(({ lines }, index) => {
    const model = readModel(`model 1\ndataset test${index}\n${lines}`);
    return [...emitJavaModel(model, {}), ...emitJavaHandWritten(model, {})].map(([path, text]) => {
      const file = join(folder, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
      return file;
    });
  });
  const input = all.flatMap(({ texts }, index) => texts.map((text) => `test${index} ${base64(text)}\n`));
  const output = await outputOf('serializers.JsonTexts', { input: input.join(''), sources, folder });
  const answers = output.split('\n');
  return all.map(({ texts }) =>
    texts.map(() => {
      const answer = answers.shift();
      return answer === 'refused' ? null : Buffer.from(answer ?? '', 'base64').toString();
    }),
  );
};

await testJsonTexts(roundTrips, skip, 'null');
