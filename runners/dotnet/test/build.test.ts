import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { execa } from 'execa';
import { emitModel } from '../../../src/schema/emit/model.ts';
import { emitProto } from '../../../src/schema/emit/proto.ts';
import { recordOf } from '../../../src/schema/model.ts';
import { failureOf } from '../../../test/contract/runtime/builds.ts';
import {
  type Built,
  buildWith,
  type Case,
  newCase,
  programOf,
  type Wanted,
} from '../../../test/contract/runtime/program-builds.ts';
import { temporary } from '../../../test/machine/temporary.ts';
import { field, modelOf, record } from '../../../test/oracle/resources.ts';

const ROW = `using Wiremark.Kit;

namespace Wiremark.Serializers;

public sealed class NAME<T> : Serializer<T>
{
    public override string SerializeText(T document) => BODY;
}
`;
const PACKAGE = 'Newtonsoft.Json@13.0.4';
const { stdout: sdk = '' } = await execa('dotnet', ['--version'], { reject: false });
const base = temporary('dotnet builds ');
// The path has a space, as a user's may. All tests share this folder, so that the kit is compiled only once: that takes most of
// the time of a build.
const place = newCase(base);
const model = join(place.place, 'model');
const thing = modelOf(record('Thing'), recordOf('Thing', [field('name', 'string')]));
const words = emitModel({ dataset: 'things', model: { ...thing, enums: new Map() } });
writeFileSync(model, words);
writeFileSync(join(place.place, 'later'), words.replace('required string', 'required text'));

function row(id: string, body = '"{}"', more: Partial<Wanted> = {}): Wanted {
  const file = `serializers/${id}.cs`;
  writeFileSync(join(place.runner, file), ROW.replace('NAME', id).replace('BODY', body));
  return { id: `${id}/things`, serializer: id, file, dataset: 'things', model, ...more };
}

async function build(
  wanted: readonly Wanted[],
  where: Case = place,
  environment: Record<string, string> = {},
) {
  const { runner, cache } = where;
  const at = { program: 'dotnet', runner, folder: join(where.place, 'builds'), cache, environment };
  return (await buildWith(at, wanted)).builds;
}

async function answers(built: Built | undefined): Promise<string[]> {
  assert.ok(built?.ok, JSON.stringify(built));
  const program = built.placeholders.program!.replace('{target}', built.folder);
  const input = 'wiremark 4\nserializer a\nformat json\noutput text\ntask serialize\nload\nend\n';
  const { stdout } = await execa(built.placeholders.dotnet!, ['exec', program], { input });
  return stdout.split('\n');
}

const isNew = Number(sdk.split('.')[0]) >= 10;
const first = isNew
  ? await build([
      row('Fine'),
      row('Broken', 'nothing'),
      row('Later', '"{}"', { model: join(place.place, 'later') }),
      row('Lost', '"{}"', { packages: ['Wiremark.No.Such.Package@1.0.0'] }),
      row('Misspelt', '"{}"', { packages: ['Newtonsoft.Json'] }),
      row('Packed', 'Newtonsoft.Json.JsonConvert.SerializeObject(document)', { packages: [PACKAGE] }),
    ])
  : new Map<string, Built>();
const skip = isNew ? false : `there is no .NET SDK 10 or newer: ${sdk || 'no dotnet'}`;
const packed = first.get('Packed/things');
const offline = skip || (packed?.ok === false ? packed.reason : false);
const failed = (id: string) => failureOf(first.get(`${id}/things`));

test('a built row has its assembly and the kit, without the path of its build', { skip }, async () => {
  const fine = first.get('Fine/things');
  assert.ok(fine?.ok);
  const files = ['Wiremark.Kit.dll', 'generated.cs', 'unit.deps.json', 'unit.dll', 'unit.runtimeconfig.json'];
  assert.deepEqual(readdirSync(fine.folder).sort(), files);
  assert.ok(!readFileSync(join(fine.folder, 'unit.dll'), 'latin1').includes(place.place));
  assert.deepEqual((await answers(fine)).at(-1), 'bye');
});

test('a built row has its packages and reports their version', { skip: offline }, async () => {
  assert.ok(packed?.ok && readdirSync(packed.folder).includes('Newtonsoft.Json.dll'));
  assert.equal((await answers(packed))[2], 'version 13.0.4 (resolved here)');
});

test('records may have names that generated code uses for other types', { skip: offline }, async () => {
  const names = 'Context Environment Guid List Models Object Parser Shapes String Type'.split(' ');
  const texts = names.map((name) => field(name, 'string'));
  const nested = names.map((name) => field(name, record(name)));
  const records = [recordOf('Descriptor', nested), ...names.map((name) => recordOf(name, texts))];
  const all = modelOf(record('Descriptor'), ...records);
  const input = { dataset: 'names', model: { ...all, enums: new Map() } };
  const [model, proto] = [join(place.place, 'names'), join(place.place, 'names.proto')];
  writeFileSync(model, emitModel(input));
  writeFileSync(proto, emitProto({ ...input, protoOptions: ['csharp_namespace = "Wiremark.Proto"'] }));
  const generators = ['GoogleProtobuf.mjs', 'SystemTextJsonSource.mjs', '../build/hand-written.mjs'];
  const files = [...generators, 'GoogleProtobuf.cs', 'HandWritten.cs', 'JsonReader.cs', 'JsonWriter.cs'];
  const sources = files.map((name) => join(import.meta.dirname, '../serializers', name));
  const packages = ['Google.Protobuf@3.36.2', 'Google.Protobuf.Tools@3.36.2'];
  const more = { model, packages, sources, artifacts: new Map([['proto', proto]]) };
  const [named] = (await build([row('Names', '"{}"', more)])).values();
  assert.ok((await answers(named)).includes('bye'));
});

test('a row fails alone, with the reason, the fix, and the time until the next try', { skip }, () => {
  const { reason, retry, fix } = failed('Broken');
  const text = "CS0103: The name 'nothing' does not exist in the current context";
  const found = [reason, fix, retry];
  assert.deepEqual(found, [`serializers/Broken.cs:7:57: ${text}`, 'correct that and run again', 86_400]);
  const later = failed('Later');
  assert.deepEqual([later.verdict, later.retry], ['unsupported', null]);
  assert.match(later.reason, /\btext$/);
  const misspelt = failed('Misspelt');
  assert.equal(misspelt.reason, '"Newtonsoft.Json" isn\'t a package with an exact version');
  const lost = failed('Lost');
  assert.match(
    lost.reason,
    /^NuGet: (Unable to find package Wiremark\.No\.Such\.Package\.|the registry can't be reached: )/,
  );
  assert.equal(lost.retry, 600);
});

test('a row is built for another version of .NET; its runtime comes from NuGet if it is not installed', {
  skip: offline,
}, async (t) => {
  const nine = (await build([row('Nine')], place, { WIREMARK_DOTNET_VERSION: '9' })).get('Nine/things');
  if (nine?.ok === false && nine.reason.startsWith('NuGet: ')) return t.skip(nine.reason);
  assert.match((await answers(nine))[1]!, /^runtime dotnet 9\./);
});

/** A test environment whose only source of packages refuses connections. */
const unreachable = unreachableCase();

function unreachableCase(): Case {
  const where = newCase(base);
  const source = '<add key="none" value="http://127.0.0.1:9/index.json" allowInsecureConnections="true" />';
  const config = `<configuration><packageSources><clear />${source}</packageSources><packageSourceMapping><clear /></packageSourceMapping></configuration>`;
  writeFileSync(join(where.place, 'nuget.config'), config);
  return { ...where, runner: place.runner };
}

test('without network, rows with restored packages are built, and the others fail because of the registry', {
  skip: offline,
}, async () => {
  const builds = await build(
    [row('Kept', '"{}"', { packages: [PACKAGE] }), row('New', '"{}"', { packages: ['Wiremark.New@1.0.0'] })],
    unreachable,
  );
  assert.ok(builds.get('Kept/things')?.ok, JSON.stringify(builds.get('Kept/things')));
  const { reason, fix } = failureOf(builds.get('New/things'));
  const told = /^NuGet: the registry can't be reached: Unable to load the service index .*127\.0\.0\.1:9/;
  assert.match(reason, told);
  assert.match(fix!, /^connect to the package source/);
});

test('a package whose content hash differs from the lock is unavailable', { skip: offline }, async () => {
  const lock = JSON.parse(readFileSync(join(import.meta.dirname, '../packages.lock.json'), 'utf8'));
  const dependency = lock[PACKAGE].dependencies['net10.0']['Newtonsoft.Json'];
  dependency.contentHash = dependency.contentHash.replace(/^..../, 'AAAA');
  const file = join(place.runner, 'packages.lock.json');
  writeFileSync(file, JSON.stringify(lock));
  const builds = await build([row('Other', '"{}"', { packages: [PACKAGE] })], unreachable);
  writeFileSync(file, '{}');
  const { reason, fix } = failureOf(builds.get('Other/things'));
  assert.match(reason, /^NuGet: Package content hash validation failed for Newtonsoft\.Json\.13\.0\.4\./);
  assert.match(fix!, /^find out why before you trust it/);
});

const PROJECT =
  '<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup></Project>';

test('a library by path is built from a copy, and its errors fail its rows', { skip }, async () => {
  const library = join(place.place, 'library');
  mkdirSync(join(library, 'src'), { recursive: true });
  writeFileSync(join(library, 'src/Mine.csproj'), PROJECT);
  writeFileSync(join(library, 'Other.csproj'), PROJECT);
  const source = (text: string) => {
    writeFileSync(
      join(library, 'src/Mine.cs'),
      `public static class Mine { public const string Text = ${text}; }`,
    );
  };
  const packages = (name: string, digit: string) => [`${name}@file:${library}#sha256-${digit.repeat(64)}`];
  source('"a"');
  const [mine] = (await build([row('Mine1', 'Mine.Text', { packages: packages('Mine', '1') })])).values();
  assert.equal((await answers(mine))[2], 'version built here');
  assert.deepEqual(readdirSync(join(library, 'src')).sort(), ['Mine.cs', 'Mine.csproj']);
  source('1');
  const builds = await build([
    row('Mine2', 'Mine.Text', { packages: packages('Mine', '2') }),
    row('Mine3', 'Mine.Text', { packages: packages('None', '3') }),
  ]);
  const told = /^library\/src\/Mine\.cs:1:55: CS0029: Cannot implicitly convert/;
  assert.match(failureOf(builds.get('Mine2/things')).reason, told);
  assert.equal(failureOf(builds.get('Mine3/things')).reason, `${library} has 2 .csproj files`);
});

test('an old or missing SDK fails every row', async () => {
  const old = newCase(base);
  const dotnet = (text: string) => {
    writeFileSync(join(old.place, 'bin/dotnet'), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  };
  const reasonOf = async (version = '10') => {
    const environment = { PATH: old.path, WIREMARK_DOTNET_VERSION: version };
    return failureOf(
      (await build([row('Any')], { ...old, runner: place.runner }, environment)).get('Any/things'),
    );
  };
  dotnet('echo 8.0.404');
  const { reason, fix } = await reasonOf();
  assert.equal(reason, 'dotnet is the .NET SDK 8.0.404, and the runner needs 10 or newer');
  assert.match(fix!, /^install the \.NET SDK, version 10 or newer/);
  assert.match((await reasonOf('12')).reason, /needs 12 or newer$/);
  assert.equal((await reasonOf('7')).reason, "rows aren't built for .NET 7");
  dotnet('echo "The command could not be loaded."; echo "No .NET SDKs were found."; exit 145');
  assert.equal((await reasonOf()).reason, 'dotnet: No .NET SDKs were found.');
});

test('a killed build leaves no process and no socket', { skip }, async () => {
  const where = newCase(base);
  const temporaries = join(where.place, 'tmp');
  const target = join(where.place, 'builds/a');
  for (const folder of [temporaries, target]) mkdirSync(folder, { recursive: true });
  const child = spawn(process.execPath, [programOf({ program: 'dotnet' })], {
    cwd: place.runner,
    env: { ...process.env, TMPDIR: temporaries },
  });
  const { file } = row('Killed');
  child.stdin.write(
    `wiremark 4\nbuild a\nserializer Killed\ntarget ${target}\nfile ${file}\ndataset things\nmodel ${model}\ncache ${place.cache}\ngo\n`,
  );
  let said = '';
  for await (const chunk of child.stdout) {
    said += chunk;
    if (said.includes('progress compiling a')) break;
  }
  child.kill('SIGKILL');
  child.stderr.resume();
  // Standard error is closed when the last process that shares it has ended: the compiler.
  await once(child, 'close');
  const left = readdirSync(temporaries, { recursive: true, withFileTypes: true });
  assert.deepEqual(
    left.filter((one) => one.isSocket()).map(({ name }) => name),
    [],
  );
});
