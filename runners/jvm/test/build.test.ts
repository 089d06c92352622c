/** The JVM's build program and its kit, each told by hand, line by line (docs/PROTOCOL.md); with the real Maven. */
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { joinFrames, splitFrames } from '../../../src/verify/frames.ts';
import { type Built, buildWith, folderOf } from '../../../test/contract/runtime/program-builds.ts';
import { temporary } from '../../../test/files/temporary.ts';

/** Misbehaves in each way that the kit has to stand: some ways are asked for by a document. */
const FINE = `package wiremark.serializers;

import java.lang.reflect.Type;
import wiremark.kit.Serializer;

public final class Fine<T> implements Serializer<T> {
  private static final java.util.Map<String, Object> SHARED = new java.util.HashMap<>();
  private static Type root;

  static {
    SHARED.put("a", java.util.List.of());
  }

  public static <T> Serializer<T> of(Type type) {
    root = type;
    return new Fine<>();
  }

  @Override
  public Object serialize(T value) {
    System.out.println("slice 1 1 1 1");
    return "é" + root.getTypeName();
  }

  @Override
  @SuppressWarnings("unchecked")
  public T deserialize(Object document) {
    return switch ((String) document) {
      case "deep" -> deserialize(document);
      case "shared" -> (T) SHARED;
      case "other" -> (T) "text";
      default -> (T) new java.util.HashMap<>();
    };
  }

  @Override
  public Object toTree(T value) {
    return value;
  }

  @Override
  public Object writeTree(Object tree) {
    return new byte[1];
  }
}
`;
const ROOT = 'java.util.Map<java.lang.String, java.util.List<wiremark.models.things.Thing>>';
const MODEL = `model 1
dataset things
root map list record Thing
record Thing
field required string name
field required any more
`;
/** Two documents: one with a thing, one empty. */
const FIXTURE = Buffer.concat([
  Buffer.from('WMFIX 2\n'),
  Buffer.from([0, 0, 0, 2]),
  Buffer.from(
    'M\0\0\0\x01\0\0\0\x01k[\0\0\0\x01{\0\0\0\x02\0\0\0\x04names\0\0\0\x01x\0\0\0\x04moreM\0\0\0\0',
  ),
  Buffer.from('M\0\0\0\0'),
]);

const root = fileURLToPath(new URL('../../..', import.meta.url));
// With a space in its path.
const scratch = temporary('jvm ');
const folder = join(scratch, 'jvm');
const model = join(scratch, 'model');
// JDK 17 takes no class from an archive whose path has a space in it: such a row is measured without.
const shared = temporary('shared');

mkdirSync(join(folder, 'serializers'), { recursive: true });
cpSync(join(root, 'runners/jvm/kit'), join(folder, 'kit'), { recursive: true });
writeFileSync(model, MODEL);
writeFileSync(join(scratch, 'fixture'), FIXTURE);
writeFileSync(join(scratch, 'later'), MODEL.replace('required any', 'hidden any'));
const source = (name: string, text: string): void =>
  writeFileSync(join(folder, 'serializers', `${name}.java`), text);
source('Fine', FINE);
source('Broken', 'package wiremark.serializers;\n\nclass Broken {\n  Nothing nothing;\n}\n');
source('Lost', 'package wiremark.serializers;\n\nclass Lost {}\n');

const targets = join(scratch, 'targets');
mkdirSync(targets);

/** Has rows built for a dataset, each `id file …lines`. */
async function build(rows: readonly string[][], environment: Record<string, string> = {}) {
  const wanted = rows.map(([id, name, ...more]) => ({
    id: `${id}/things`,
    serializer: id!,
    file: `serializers/${name}.java`,
    more: ['dataset things', `model ${model}`, ...more],
  }));
  const at = { program: 'jvm', runner: folder, folder: targets, cache: shared, environment };
  return buildWith(at, wanted);
}

const rows = [
  ['fine', 'Fine'],
  ['broken', 'Broken'],
  ['lost', 'Lost', 'package io.github.wiremark.none:no-such-artifact:1.0'],
  ['misspelt', 'Lost', 'package no-coordinates'],
  ['later', 'Fine', `model ${join(scratch, 'later')}`],
];
const mvn = await execa('mvn', ['--version'], { reject: false });
const javac = await execa('javac', ['-version'], { reject: false });
const toolless = mvn.exitCode === 0 && javac.exitCode === 0 ? false : 'there is no Maven, or no JDK';
const first = toolless ? null : await build(rows);
const fine = first?.builds.get('fine/things');
const isUnreachable = fine?.ok === false && /^connect to the repository/.test(fine.cure ?? '');
const skip = toolless || (isUnreachable && fine.reason);

function failureOf(id: string): Built & { ok: false } {
  const built = first!.builds.get(`${id}/things`);
  assert.ok(built !== undefined && !built.ok, JSON.stringify(built));
  return built;
}

/** The value of a placeholder. */
function told(name: string): string {
  assert.ok(fine?.ok, JSON.stringify(fine));
  return fine.placeholders[name]!;
}

test('what can be built is answered with a jar that stays where it is', { skip }, () => {
  const target = folderOf(fine);
  const jar = told('classpath');
  assert.ok(jar.startsWith(join(shared, 'classes-')) && fine?.ok && fine.needs.includes(jar), jar);
  const content = readFileSync(jar, 'latin1');
  assert.ok(content.includes('wiremark/kit/Main.class'), 'the kit of the time');
  assert.ok(!content.includes(scratch), 'nothing names the place where it was built');
  assert.deepEqual(readdirSync(target), []);
});

/** What the kit loads and from where, by the JVM's own account. */
async function loaded(sharing: string): Promise<string> {
  const log = join(scratch, 'loaded');
  rmSync(log, { force: true });
  const words = ['-Xlog:disable', `-Xlog:class+load:file="${log}"`, sharing, '-cp', told('classpath')];
  await execa('java', [...words, 'wiremark.kit.Main'], { input: '', reject: false });
  return readFileSync(log, 'utf8');
}

test('its classes come from an archive, and from the jar where that is of no use', { skip }, async () => {
  const sharing = told('sharing');
  assert.match(sharing, /^-XX:SharedArchiveFile=/);
  assert.match(await loaded(sharing), /wiremark\.kit\.Main source: shared objects file \(top\)/);
  const other = join(scratch, 'other.jsa');
  writeFileSync(other, 'of another JVM');
  for (const useless of [other, join(scratch, 'none.jsa')])
    assert.match(await loaded(`-XX:SharedArchiveFile=${useless}`), /wiremark\.kit\.Main source: .*unit\.jar/);
});

test('each unit fails by itself, with its reason, what to do, and how long that stands', { skip }, () => {
  // Two threads compile: which comes first is theirs to say.
  const compiled = first!.progress
    .filter((text) => text.startsWith('compiling '))
    .map((text) => /^compiling (\w+)\/things \((\d) of 3\)$/.exec(text)?.slice(1));
  assert.deepEqual(compiled.map((parts) => parts?.[0]).sort(), ['broken', 'fine', 'lost']);
  assert.deepEqual(
    compiled.map((parts) => parts?.[1]),
    ['1', '2', '3'],
  );
  const log = readdirSync(shared).find((name) => name.endsWith('.log'));
  assert.deepEqual(failureOf('broken'), {
    ok: false,
    verdict: 'unavailable',
    reason: 'serializers/Broken.java:4:3: cannot find symbol (class Nothing)',
    cure: `correct that and run again (log: ${join(shared, log!)})`,
    retry: 86400,
  });
  const lost = failureOf('lost');
  assert.match(
    lost.reason,
    /^Could not find artifact io\.github\.wiremark\.none:no-such-artifact:jar:1\.0 in /,
  );
  assert.match(lost.cure!, /tried again after an hour /);
  assert.deepEqual([lost.verdict, lost.retry], ['unavailable', 3600]);
  const misspelt = failureOf('misspelt');
  assert.equal(misspelt.reason, '"no-coordinates" is not spelled group:artifact:version');
  const left = readdirSync(shared).filter((name) => !name.startsWith('classes-'));
  assert.deepEqual(left, [log], 'nothing is left but the log');
});

test("a word of the model that isn't known is unsupported, and named", { skip: toolless }, () => {
  const { verdict, reason, retry } = failureOf('later');
  assert.deepEqual([verdict, retry], ['unsupported', null]);
  assert.match(reason, /\bhidden\b/);
});

test("where Maven can't reach its repository, every unit says so and is tried again", {
  skip: toolless,
}, async () => {
  // Maven takes no spaces here.
  const home = mkdtempSync(join(tmpdir(), 'wiremark-home-'));
  after(() => rmSync(home, { recursive: true, force: true }));
  mkdirSync(join(home, '.m2'), { recursive: true });
  const mirror = '<mirror><id>refuses</id><mirrorOf>*</mirrorOf><url>http://127.0.0.1:9/</url></mirror>';
  writeFileSync(join(home, '.m2/settings.xml'), `<settings><mirrors>${mirror}</mirrors></settings>`);
  const { builds } = await build(
    [
      ['one', 'Fine'],
      ['two', 'Lost'],
    ],
    { MAVEN_OPTS: `-Duser.home=${home}` },
  );
  for (const built of builds.values()) {
    assert.ok(!built.ok);
    assert.deepEqual([built.verdict, built.retry], ['unavailable', null]);
    assert.match(built.reason, /^Maven: the registry can't be reached: .*(refused|failed)/);
    assert.match(built.cure!, /^connect to the repository and run again/);
  }
});

/** A job for the fine serializer, and commands; the replies after the greeting. */
async function converse(task: string, commands: readonly string[]): Promise<string[]> {
  const job = ['wiremark 4', 'serializer fine', 'format json', 'output text', `task ${task}`, 'load'];
  const { stdout } = await execa('java', ['-cp', told('classpath'), 'wiremark.kit.Main'], {
    input: `${[...job, ...commands, 'end'].join('\n')}\n`,
    reject: false,
  });
  const [greeting, ...replies] = stdout.split('\n');
  assert.equal(greeting, 'wiremark 4');
  return replies.slice(3);
}

/** A file of documents to read. */
function frames(...texts: readonly string[]): string {
  const path = join(scratch, 'frames');
  writeFileSync(path, joinFrames(texts.map((text) => Buffer.from(text))));
  return path;
}

const kept = join(scratch, 'kept results');

test('operations go round the documents, and the last results are kept until they are written', {
  skip,
}, async () => {
  const set = `set 2 ${join(scratch, 'fixture')}`;
  const replies = await converse('serialize', [
    ...[set, 'slice 200 0', 'slice 3 1', 'slice 2 2', `kept ${kept}`],
  ]);
  const text = `é${ROOT}`;
  assert.deepEqual(
    replies.map((line) => line.replace(/^(slice \d+) \d+ \d+/, '$1')),
    [
      ...['set 2', `slice 200 ${200 * text.length}`, `slice 3 ${3 * text.length}`],
      ...[`slice 2 ${2 * text.length}`, 'kept 3', 'bye'],
    ],
  );
  const written = splitFrames(readFileSync(kept)).map((frame) => Buffer.from(frame).toString());
  assert.deepEqual(written, [text, text, text]);
});

test('an operation that fails is told by its number, and nothing of its slice is kept', {
  skip,
}, async () => {
  const ends = Array.from({ length: 70 }, (_, index) => (index === 67 ? 'deep' : 'fine'));
  const replies = await converse('deserialize', [
    ...[`set 70 ${frames(...ends)}`, 'slice 60 1', 'slice 70 70', 'slice 70 0', `kept ${kept}`],
  ]);
  assert.match(replies[2]!, /^failed 7 java\.lang\.StackOverflowError$/);
  assert.match(replies[3]!, /^failed \d+ java\.lang\.StackOverflowError$/);
  assert.deepEqual(replies.slice(4), ['kept 1', 'bye']);
});

test('a result that is no result is a mismatch', { skip }, async () => {
  const read = (text: string) => converse('deserialize', [`set 1 ${frames(text)}`, 'slice 2 2']);
  assert.match(
    (await read('other')).at(-1)!,
    /^error mismatch deserialize .*String cannot be cast to class java\.util\.Map$/,
  );
  assert.match(
    (await read('shared')).at(-1)!,
    /^error mismatch two results are the same java\.util\.HashMap/,
  );
  assert.match((await read('empty')).at(-2)!, /^slice 2 /);
  const tree = await converse('to-tree', [`set 2 ${join(scratch, 'fixture')}`, 'slice 1 1']);
  assert.equal(tree.at(-1), "error mismatch the tree's writer put out byte[] instead of text");
});

test('what a serializer does not override fails', { skip }, async () => {
  const replies = await converse('parse-tree', [`set 1 ${frames('x')}`, 'slice 1 0']);
  assert.match(replies[1]!, /^failed 0 .*no task parse-tree$/);
});
