import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { execa } from 'execa';
import { emitModel } from '../../../src/schema/emit/model.ts';
import { recordOf, type SchemaModel } from '../../../src/schema/model.ts';
import type { Value } from '../../../src/schema/value.ts';
import { failureOf } from '../../../test/contract/runtime/builds.ts';
import { builtKit } from '../../../test/contract/runtime/built-kit.ts';
import { root, sliceOf } from '../../../test/contract/runtime/kit.ts';
import { buildWith, folderOf, type Wanted } from '../../../test/contract/runtime/program-builds.ts';
import { temporary } from '../../../test/machine/temporary.ts';
import { field, list, modelOf, record } from '../../../test/oracle/resources.ts';

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
const MODEL: SchemaModel = {
  ...modelOf(
    { kind: 'map', value: list(record('Thing')) },
    recordOf('Thing', [field('name', 'string'), field('more', 'any')]),
  ),
  enums: new Map(),
};
const DOCUMENTS: Value[] = [new Map([['k', [{ name: 'x', more: new Map() }]]]), new Map()];

const scratch = temporary('jvm ');
const folder = join(scratch, 'jvm');
const model = join(scratch, 'model');
// The path of the cache has no space: JDK 17 uses no archive whose path has one.
const shared = temporary('shared');

mkdirSync(join(folder, 'serializers'), { recursive: true });
cpSync(join(root, 'runners/jvm/kit'), join(folder, 'kit'), { recursive: true });
const words = emitModel({ dataset: 'things', model: MODEL });
writeFileSync(model, words);
writeFileSync(join(scratch, 'later'), words.replace('required any', 'hidden any'));
const source = (name: string, text: string): void =>
  writeFileSync(join(folder, 'serializers', `${name}.java`), text);
source('Fine', FINE);
source('Broken', 'package wiremark.serializers;\n\nclass Broken {\n  Nothing nothing;\n}\n');
source('Lost', 'package wiremark.serializers;\n\nclass Lost {}\n');

const targets = join(scratch, 'targets');
mkdirSync(targets);

async function build(rows: readonly Partial<Wanted>[], environment: Record<string, string> = {}) {
  const wanted = rows.map(({ serializer, file, ...more }) => ({
    ...{ id: `${serializer}/things`, serializer: serializer!, file: `serializers/${file}.java` },
    ...{ dataset: 'things', model, ...more },
  }));
  const at = { program: 'jvm', runner: folder, folder: targets, cache: shared, environment };
  return buildWith(at, wanted);
}

const rows = [
  { serializer: 'fine', file: 'Fine' },
  { serializer: 'twin', file: 'Fine' },
  { serializer: 'broken', file: 'Broken' },
  { serializer: 'lost', file: 'Lost', packages: ['io.github.wiremark.none:no-such-artifact:1.0'] },
  { serializer: 'misspelt', file: 'Lost', packages: ['no-coordinates'] },
  { serializer: 'later', file: 'Fine', model: join(scratch, 'later') },
];
const mvn = await execa('mvn', ['--version'], { reject: false });
const javac = await execa('javac', ['-version'], { reject: false });
const toolless = mvn.exitCode === 0 && javac.exitCode === 0 ? false : 'there is no Maven, or no JDK';
const first = toolless ? null : await build(rows);
const fine = first?.builds.get('fine/things');
const isUnreachable = fine?.ok === false && /^connect to the repository/.test(fine.fix ?? '');
const skip = toolless || (isUnreachable && fine.reason);

const failed = (id: string) => failureOf(first!.builds.get(`${id}/things`));

function placeholder(name: string): string {
  assert.ok(fine?.ok, JSON.stringify(fine));
  return fine.placeholders[name]!;
}

test('a successful build is answered with a jar in the cache, which equal rows share', { skip }, () => {
  const target = folderOf(fine);
  const jar = placeholder('classpath');
  assert.ok(jar.startsWith(join(shared, 'classes-')) && fine?.ok && fine.needs.includes(jar), jar);
  const content = readFileSync(jar, 'latin1');
  assert.ok(content.includes('wiremark/kit/Main.class'), 'the kit of the time');
  assert.ok(!content.includes(scratch), 'nothing names the place where it was built');
  assert.deepEqual(readdirSync(target), []);
  const twin = first?.builds.get('twin/things');
  assert.equal(twin?.ok && twin.placeholders.classpath, jar);
  assert.equal(readdirSync(shared).filter((name) => name.startsWith('classes-')).length, 1);
});

/** Starts the kit; returns the JVM's log of the loaded classes and where they came from. */
async function loaded(sharing: string): Promise<string> {
  const log = join(scratch, 'loaded');
  rmSync(log, { force: true });
  const words = ['-Xlog:disable', `-Xlog:class+load:file="${log}"`, sharing, '-cp', placeholder('classpath')];
  await execa('java', [...words, 'wiremark.kit.Main'], { input: '', reject: false });
  return readFileSync(log, 'utf8');
}

test('classes come from the archive, or from the jar if the archive is unusable', { skip }, async () => {
  const sharing = placeholder('sharing');
  assert.match(sharing, /^-XX:SharedArchiveFile=/);
  assert.match(await loaded(sharing), /wiremark\.kit\.Main source: shared objects file \(top\)/);
  const other = join(scratch, 'other.jsa');
  writeFileSync(other, 'of another JVM');
  for (const useless of [other, join(scratch, 'none.jsa')])
    assert.match(await loaded(`-XX:SharedArchiveFile=${useless}`), /wiremark\.kit\.Main source: .*unit\.jar/);
});

test('each unit fails separately, with a reason, a fix and a retry time', { skip }, () => {
  // The order may vary, since two threads compile.
  const compiled = first!.progress
    .filter((text) => text.startsWith('compiling '))
    .map((text) => /^compiling (\w+)\/things \((\d) of 4\)$/.exec(text)?.slice(1));
  assert.deepEqual(compiled.map((parts) => parts?.[0]).sort(), ['broken', 'fine', 'lost', 'twin']);
  assert.deepEqual(
    compiled.map((parts) => parts?.[1]),
    ['1', '2', '3', '4'],
  );
  const log = readdirSync(shared).find((name) => name.endsWith('.log'));
  assert.deepEqual(failed('broken'), {
    ok: false,
    verdict: 'unavailable',
    reason: 'serializers/Broken.java:4:3: cannot find symbol (class Nothing)',
    fix: `correct that and run again (log: ${join(shared, log!)})`,
    retry: 86400,
  });
  const lost = failed('lost');
  assert.match(
    lost.reason,
    /^Could not find artifact io\.github\.wiremark\.none:no-such-artifact:jar:1\.0 in /,
  );
  assert.match(lost.fix!, /tries again in an hour /);
  assert.deepEqual([lost.verdict, lost.retry], ['unavailable', 3600]);
  const misspelt = failed('misspelt');
  assert.equal(misspelt.reason, '"no-coordinates" is not spelled group:artifact:version');
  const left = readdirSync(shared).filter((name) => !name.startsWith('classes-'));
  assert.deepEqual(left, [log], 'nothing is left but the log');
});

test('an unknown word in the model makes a row unsupported, and the reason names it', {
  skip: toolless,
}, () => {
  const { verdict, reason, retry } = failed('later');
  assert.deepEqual([verdict, retry], ['unsupported', null]);
  assert.match(reason, /\bhidden\b/);
});

test("if Maven can't reach its repository, every unit says so and is retried", {
  skip: toolless,
}, async () => {
  // A home without a space in its path, since MAVEN_OPTS allows none.
  const home = temporary('home');
  mkdirSync(join(home, '.m2'), { recursive: true });
  const mirror = '<mirror><id>refuses</id><mirrorOf>*</mirrorOf><url>http://127.0.0.1:9/</url></mirror>';
  writeFileSync(join(home, '.m2/settings.xml'), `<settings><mirrors>${mirror}</mirrors></settings>`);
  const wanted = [
    { serializer: 'one', file: 'Fine' },
    { serializer: 'two', file: 'Lost' },
  ];
  const { builds } = await build(wanted, { MAVEN_OPTS: `-Duser.home=${home}` });
  for (const built of builds.values()) {
    assert.ok(!built.ok);
    assert.deepEqual([built.verdict, built.retry], ['unavailable', null]);
    assert.match(built.reason, /^Maven: the registry can't be reached: .*(refused|failed)/);
    assert.match(built.fix!, /^connect to the repository and run again/);
  }
});

function start(): string[] {
  const manifest = readFileSync(join(root, 'runners/jvm/runner.toml'), 'utf8');
  const [, words = ''] = /^start = \[\n(.*?)^\]/ms.exec(manifest) ?? [];
  return [...words.matchAll(/"(.+)"/g)].map(([, word]) =>
    word!.replace(/^\{(\w+)\}$/, (_, name: string) => placeholder(name)),
  );
}

const kit = builtKit('jvm', skip, start);
const kept = `kept ${kit.out}`;

const answers = (task: string, commands: readonly string[], texts: readonly string[] = []) =>
  kit.answers(
    {
      ...{ id: 'fine', task, model: MODEL, documents: DOCUMENTS },
      ...(texts.length > 0 && { inputs: texts.map((text) => Buffer.from(text)) }),
    },
    [...commands, 'end'],
  );

test('operations cycle through the documents, and the last results are kept until they are written', {
  skip,
}, () => {
  const replies = answers('serialize', ['slice 200 0', 'slice 3 1', 'slice 2 2', kept]);
  const text = `é${ROOT}`;
  assert.deepEqual(replies.slice(0, 3).map(sliceOf), [
    { ops: 200, length: 200 * text.length },
    { ops: 3, length: 3 * text.length },
    { ops: 2, length: 2 * text.length },
  ]);
  assert.deepEqual(replies.slice(3), ['kept 3', 'bye'], "by the kit's own classes");
  assert.deepEqual(kit.keptTexts(), [text, text, text]);
});

test('a failed operation is reported by its index, and no result of its slice is kept', { skip }, () => {
  const texts = Array.from({ length: 70 }, (_, index) => (index === 67 ? 'deep' : 'fine'));
  const replies = answers('deserialize', ['slice 60 1', 'slice 70 70', 'slice 70 0', kept], texts);
  assert.match(replies[1]!, /^failed 7 java\.lang\.StackOverflowError$/);
  assert.match(replies[2]!, /^failed \d+ java\.lang\.StackOverflowError$/);
  assert.deepEqual(replies.slice(3), ['kept 1', 'bye']);
});

test('a result of another class, or returned twice, is a mismatch', { skip }, () => {
  const read = (text: string) => answers('deserialize', ['slice 2 2'], [text])[0]!;
  assert.match(
    read('other'),
    /^error mismatch deserialize .*String cannot be cast to class java\.util\.Map$/,
  );
  assert.match(read('shared'), /^error mismatch two results are the same java\.util\.HashMap/);
  assert.match(read('empty'), /^slice 2 /);
  const [tree] = answers('to-tree', ['slice 1 1']);
  assert.equal(tree, "error mismatch the tree's writer returned byte[] instead of text");
});

test('a task that the serializer does not override fails', { skip }, () => {
  assert.match(answers('parse-tree', ['slice 1 0'], ['x'])[0]!, /^failed 0 .*no task parse-tree$/);
});
