import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFailures, parseGeneralFailure } from '../build/maven-output.mjs';

function place(file: string) {
  const match = /^\/b\/modules\/([\w-]+)\/src\/main\/(?:java|scala)\/wiremark\/(.*)$/.exec(file);
  if (!match) return null;
  const own = match[2]!.startsWith('serializers/');
  return { module: match[1]!, name: own ? match[2]! : `generated ${match[2]}` };
}

const failures = (text: string) => Object.fromEntries(parseFailures(text.trim().split('\n'), place));

test('javac: the reason is the first message of each module, in any order of two threads', () => {
  const output = `
[ERROR] COMPILATION ERROR :
[ERROR] /b/modules/one/src/main/java/wiremark/serializers/One.java:[7,12] cannot find symbol
  symbol:   class Nothing
  location: class wiremark.serializers.One
[ERROR] /b/modules/two/src/main/java/wiremark/models/users/User.java:[3,1] class, interface, enum, or record expected
[ERROR] /b/modules/one/src/main/java/wiremark/serializers/One.java:[9,1] a later one
[ERROR] Failed to execute goal org.apache.maven.plugins:maven-compiler-plugin:3.14.1:compile (default-compile) on project one: Compilation failure: Compilation failure:
[ERROR] Failed to execute goal org.apache.maven.plugins:maven-compiler-plugin:3.14.1:compile (default-compile) on project two: Compilation failure -> [Help 1]`;
  assert.deepEqual(failures(output), {
    one: { kind: 'compile', reason: 'serializers/One.java:7:12: cannot find symbol (class Nothing)' },
    two: {
      kind: 'compile',
      reason: 'generated models/users/User.java:3:1: class, interface, enum, or record expected',
    },
  });
});

test('scalac: the reason is the message below the quoted source', () => {
  const output = `
[ERROR] -- [E172] Type Error: /b/modules/circe/src/main/scala/wiremark/serializers/Circe.scala:12:24 -----------
[ERROR] 12 |  val encoder = summon[Encoder[Thing]]
[ERROR]    |                                      ^
   |No given instance of type io.circe.Encoder[Thing] was found
   |for parameter x of method summon.
[ERROR] 1 error found
[ERROR] Failed to execute goal net.alchim31.maven:scala-maven-plugin:4.9.5:compile (default) on project circe: wrap: org.apache.commons.exec.ExecuteException: Process exited with an error: 1 (Exit value: 1) -> [Help 1]`;
  assert.deepEqual(failures(output), {
    circe: {
      kind: 'compile',
      reason:
        'serializers/Circe.scala:12:24: No given instance of type io.circe.Encoder[Thing] was found for parameter x of method summon.',
    },
  });
});

test('the reason for a missing artifact names it without addresses', () => {
  const output = `
[ERROR] Failed to execute goal on project a: Could not resolve dependencies for project wiremark.modules:a:jar:1: Could not find artifact org.example:none:jar:1.0 in central (https://registry.example/maven2) -> [Help 1]
[ERROR] Failed to execute goal on project b: Could not resolve dependencies for project wiremark.modules:b:jar:1: org.example:none:jar:1.0 was not found in https://registry.example/maven2 during a previous attempt. This failure was cached in the local repository and resolution is not reattempted until the update interval of central has elapsed or updates are forced -> [Help 1]
[ERROR] Failed to execute goal on project c: Could not resolve dependencies for project wiremark.modules:c:jar:1: Failed to collect dependencies at org.example:some:jar:2: Failed to read artifact descriptor for org.example:some:jar:2: Could not transfer artifact org.example:some:pom:2 from/to central (https://registry.example/maven2): Connect timed out -> [Help 1]`;
  assert.deepEqual(failures(output), {
    a: { kind: 'missing', reason: 'Could not find artifact org.example:none:jar:1.0 in central' },
    b: { kind: 'missing', reason: 'Could not find artifact org.example:none:jar:1.0 in the repository' },
    c: {
      kind: 'unreachable',
      reason: 'Could not transfer artifact org.example:some:pom:2 from/to central: Connect timed out',
    },
  });
});

test('protoc: the reason is its message about the file, not that it failed', () => {
  const output = `
[WARNING] [protoc - stderr pid=7] first.proto:3:5: "Nothing" is not defined.
[WARNING] [protoc - stderr pid=8] /b/modules/two/target/generated/A.java: File name too long
[ERROR] Failed to execute goal io.github.ascopes:protobuf-maven-plugin:3.10.2:generate (default) on project one: Generation failed - PROTOC FAILED: Protoc failed with an error. Check the build logs above -> [Help 1]
[ERROR] Failed to execute goal io.github.ascopes:protobuf-maven-plugin:3.10.2:generate (default) on project two: Generation failed - PROTOC FAILED: Protoc failed with an error. Check the build logs above -> [Help 1]`;
  assert.deepEqual(failures(output), {
    one: { kind: 'compile', reason: 'protoc: first.proto:3:5: "Nothing" is not defined.' },
    two: { kind: 'compile', reason: 'protoc: /b/modules/two/target/generated/A.java: File name too long' },
  });
});

test('an unavailable plugin fails all modules', () => {
  const output = [
    '[ERROR] Plugin org.example:plugin:1 or one of its dependencies could not be resolved: Failed to read artifact descriptor for org.example:plugin:jar:1: Could not transfer artifact org.example:plugin:pom:1 from/to central (https://registry.example/maven2): transfer failed for https://registry.example/maven2/plugin-1.pom: registry.example: Name or service not known -> [Help 1]',
  ];
  assert.deepEqual(parseGeneralFailure(output), {
    kind: 'unreachable',
    reason:
      'Could not transfer artifact org.example:plugin:pom:1 from/to central: registry.example: Name or service not known',
  });
  assert.equal(parseGeneralFailure(['[INFO] BUILD SUCCESS']), null);
});
