import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { temporary } from '../../../test/machine/temporary.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const javac = await execa('javac', ['-version'], { reject: false });
const skip = javac.exitCode === 0 ? false : 'there is no javac on the path';

test('the JDK and the hand-written row read the same values from what the other wrote', {
  skip,
}, async () => {
  const classes = temporary('jvm-text');
  const serializers = 'HandWritten JsonWriter JsonReader JsonCursor JsonNumbers JsonTimes'
    .split(' ')
    .map((name) => join(root, 'runners/jvm/serializers', `${name}.java`));
  const kit = join(root, 'runners/jvm/kit/src/main/java');
  const check = join(import.meta.dirname, 'text/TextCheck.java');
  await execa('javac', ['-encoding', 'UTF-8', '-sourcepath', kit, '-d', classes, ...serializers, check]);
  const { stdout } = await execa('java', ['-cp', classes, 'wiremark.serializers.TextCheck', '300000']);
  assert.equal(stdout, 'checked 300000');
});
