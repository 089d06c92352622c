import type { TomlDocument, TomlPath } from './toml.ts';

/** What manifests said before version 2 of the protocol, and what to write now (docs/PROTOCOL.md). */
const BEFORE: Readonly<Record<'build' | 'serializer', Readonly<Record<string, string>>>> = {
  build: {
    kind: 'a key of protocol 1. Now a program builds: command = ["make", "…"], which speaks the build protocol; without anything to build, leave out [build]',
  },
  serializer: {
    generate:
      'a key of protocol 1. Now each job has the model of its dataset; artifacts = ["proto"] or ["avro"] asks for more, and the build program makes the rest',
    package: 'a key of protocol 1. Now packages = ["…"], a list, also for a single one',
  },
};

/** @throws DefinitionError for a manifest of protocol 1, with what to write instead */
export function refuseFirstProtocol(toml: TomlDocument): void {
  const { build, serializer } = toml.value as { build?: unknown; serializer?: unknown };
  const entries: [TomlPath, unknown, Readonly<Record<string, string>>][] = [
    [['build'], build, BEFORE.build],
    ...(Array.isArray(serializer) ? serializer : []).map((entry: unknown, i): (typeof entries)[number] => [
      ['serializer', i],
      entry,
      BEFORE.serializer,
    ]),
  ];
  for (const [path, entry, before] of entries)
    for (const key of Object.keys(before))
      if (typeof entry === 'object' && entry !== null && key in entry)
        throw toml.error([...path, key], before[key]!);
}
