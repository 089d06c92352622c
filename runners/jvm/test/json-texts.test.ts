import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { type RoundTrips, testJsonTexts } from '../../../test/contract/runtime/json-texts.ts';
import { temporary } from '../../../test/machine/temporary.ts';
import { readModel } from '../../build-kit/model.mjs';
import { emitJavaHandWritten } from '../build/java-hand-written.mjs';
import { emitJavaModel } from '../build/java-model.mjs';

const runner = fileURLToPath(new URL('..', import.meta.url));
const javac = await execa('javac', ['-version'], { reject: false });
const base64 = (text: string) => Buffer.from(text).toString('base64');

/** Compiles the generated code of all models at once, without packages. */
const roundTrips: RoundTrips = async (all) => {
  const folder = temporary('jvm-json-texts');
  const sources = all.flatMap(({ lines }, index) => {
    const model = readModel(`model 1\ndataset test${index}\n${lines}`);
    return [...emitJavaModel(model, {}), ...emitJavaHandWritten(model, {})].map(([path, text]) => {
      const file = join(folder, 'src', path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
      return file;
    });
  });
  const paths = [join(folder, 'src'), join(runner, 'kit/src/main/java')].join(':');
  const own = 'HandWritten JsonWriter JsonReader JsonCursor JsonNumbers JsonTimes'
    .split(' ')
    .map((name) => join(runner, 'serializers', `${name}.java`));
  const check = join(import.meta.dirname, 'json-texts/JsonTexts.java');
  const classes = join(folder, 'classes');
  const flags = ['-encoding', 'UTF-8', '-proc:none', '-sourcepath', paths, '-d', classes];
  await execa('javac', [...flags, ...own, ...sources, check]);
  const input = all.flatMap(({ texts }, index) => texts.map((text) => `test${index} ${base64(text)}\n`));
  const main = ['-cp', classes, 'wiremark.serializers.JsonTexts'];
  const { stdout } = await execa('java', main, { input: input.join('') });
  const answers = stdout.split('\n');
  return all.map(({ texts }) =>
    texts.map(() => {
      const answer = answers.shift();
      return answer === 'refused' ? null : Buffer.from(answer ?? '', 'base64').toString();
    }),
  );
};

await testJsonTexts(roundTrips, javac.exitCode === 0 ? false : 'there is no javac on the path', 'null');
