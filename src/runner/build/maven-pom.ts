/** The text of the POMs that the JVM builder generates. Every plugin is pinned. */

const PLUGINS = {
  resources: '3.4.0',
  compiler: '3.14.1',
  dependency: '3.9.0',
  scala: '4.9.5',
  protobuf: '3.10.2',
};

/** The group of all generated modules, which are never published. */
const GROUP = 'wiremark.modules';

/** A released artifact, as `group:artifact:version` says it. */
export interface Coordinate {
  readonly group: string;
  readonly artifact: string;
  readonly version: string;
}

/** Reads `io.circe:circe-core_3:0.14.15`; throws with the reason where it isn't spelled like that. */
export function parseCoordinate(text: string): Coordinate {
  const match = /^([\w.-]+):([\w.-]+):([\w.+-]+)$/.exec(text);
  if (!match) throw new Error(`"${text}" is not spelled group:artifact:version`);
  const [, group, artifact, version] = match as unknown as [string, string, string, string];
  return { group, artifact, version };
}

export interface ModulePom {
  readonly id: string;
  readonly packages: readonly Coordinate[];
  /** Version of the Scala compiler; absent: a Java module. */
  readonly scala?: string | undefined;
  /** More arguments for the Scala compiler. */
  readonly scalac: readonly string[];
  /** Version of the protobuf compiler; absent: it has no .proto files. */
  readonly protoc?: string | undefined;
}

/** The POM of one serializer's module. */
export function modulePom(module: ModulePom): string {
  const packages = [...module.packages];
  if (module.scala !== undefined) {
    packages.push({ group: 'org.scala-lang', artifact: 'scala3-library_3', version: module.scala });
  }
  const plugins = [
    plugin('org.apache.maven.plugins', 'maven-resources-plugin', PLUGINS.resources),
    plugin('org.apache.maven.plugins', 'maven-compiler-plugin', PLUGINS.compiler),
    ...(module.scala === undefined ? [] : [scalaPlugin(module.scala, module.scalac)]),
    ...(module.protoc === undefined ? [] : [protobufPlugin(module.protoc)]),
    plugin(
      'org.apache.maven.plugins',
      'maven-dependency-plugin',
      PLUGINS.dependency,
      execution(
        'process-classes',
        'build-classpath',
        `<outputFile>\${project.build.directory}/classpath.txt</outputFile><includeScope>runtime</includeScope>`,
      ),
    ),
  ];
  const kit = { group: GROUP, artifact: 'kit', version: '1' };
  return project(module.id, 'jar', `${dependencies([kit, ...packages])}${build(plugins)}`);
}

/** The POM of the kit's module. */
export function kitPom(): string {
  return project(
    'kit',
    'jar',
    build([
      plugin('org.apache.maven.plugins', 'maven-resources-plugin', PLUGINS.resources),
      plugin('org.apache.maven.plugins', 'maven-compiler-plugin', PLUGINS.compiler),
    ]),
  );
}

/** The POM that builds the kit and the modules in these folders together. */
export function reactorPom(folders: readonly string[]): string {
  const modules = folders.map((folder) => `<module>${xml(folder)}</module>`).join('');
  return project('all', 'pom', `<modules>${modules}</modules>`);
}

function project(artifact: string, packaging: string, rest: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
<modelVersion>4.0.0</modelVersion>
<groupId>${GROUP}</groupId>
<artifactId>${xml(artifact)}</artifactId>
<version>1</version>
<packaging>${packaging}</packaging>
<properties>
<maven.compiler.release>17</maven.compiler.release>
<project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
</properties>
${rest}
</project>
`;
}

function dependencies(packages: readonly Coordinate[]): string {
  const lines = packages.map(
    ({ group, artifact, version }) =>
      `<dependency><groupId>${xml(group)}</groupId><artifactId>${xml(artifact)}</artifactId><version>${xml(version)}</version></dependency>\n`,
  );
  return `<dependencies>\n${lines.join('')}</dependencies>\n`;
}

function build(plugins: readonly string[]): string {
  return `<build>\n<plugins>\n${plugins.join('\n')}\n</plugins>\n</build>`;
}

function plugin(group: string, artifact: string, version: string, rest = ''): string {
  return `<plugin><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version>${rest}</plugin>`;
}

function execution(phase: string, goal: string, configuration = ''): string {
  return `<executions><execution><phase>${phase}</phase><goals><goal>${goal}</goal></goals><configuration>${configuration}</configuration></execution></executions>`;
}

function scalaPlugin(version: string, scalac: readonly string[]): string {
  const args = scalac.map((argument) => `<arg>${xml(argument)}</arg>`).join('');
  // Derivation is recursive: a record of 70 fields is more than the compiler's usual stack holds.
  const stack = '<jvmArgs><jvmArg>-Xss16m</jvmArg></jvmArgs>';
  // Modules are built whole and from nothing: the incremental compiler would only have more to download.
  const configuration = `<scalaVersion>${xml(version)}</scalaVersion><recompileMode>all</recompileMode>${stack}<args>${args}</args>`;
  return plugin(
    'net.alchim31.maven',
    'scala-maven-plugin',
    PLUGINS.scala,
    execution('compile', 'compile', configuration),
  );
}

function protobufPlugin(protoc: string): string {
  const configuration = `<protocVersion>${xml(protoc)}</protocVersion>`;
  return plugin(
    'io.github.ascopes',
    'protobuf-maven-plugin',
    PLUGINS.protobuf,
    execution('generate-sources', 'generate', configuration),
  );
}

function xml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
