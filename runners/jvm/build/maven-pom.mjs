const PLUGINS = {
  resources: '3.4.0',
  compiler: '3.14.1',
  dependency: '3.9.0',
  scala: '4.9.5',
  protobuf: '3.10.2',
};

const GROUP = 'wiremark.modules';

/**
 * A released artifact, spelled `group:artifact:version`.
 * @typedef {{ readonly group: string, readonly artifact: string, readonly version: string }} Coordinate
 */

/**
 * Parses a coordinate such as `io.circe:circe-core_3:0.14.15`; throws if the text isn't one.
 * @param {string} text
 * @returns {Coordinate}
 */
export function parseCoordinate(text) {
  const [, group, artifact, version] = /^([\w.-]+):([\w.-]+):([\w.+-]+)$/.exec(text) ?? [];
  if (group === undefined || artifact === undefined || version === undefined) {
    throw new Error(`"${text}" is not spelled group:artifact:version`);
  }
  return { group, artifact, version };
}

/**
 * @typedef {object} ModulePom
 * @property {string} id
 * @property {readonly Coordinate[]} packages
 * @property {string | undefined} scala version of the Scala compiler; undefined for a Java module
 * @property {readonly string[]} scalac more arguments for the Scala compiler
 * @property {string | undefined} protoc version of the protobuf compiler; undefined without .proto files
 */

/** @param {ModulePom} module */
export function modulePom(module) {
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

export function kitPom() {
  return project(
    'kit',
    'jar',
    build([
      plugin('org.apache.maven.plugins', 'maven-resources-plugin', PLUGINS.resources),
      plugin('org.apache.maven.plugins', 'maven-compiler-plugin', PLUGINS.compiler),
    ]),
  );
}

/** @param {readonly string[]} folders */
export function reactorPom(folders) {
  const modules = folders.map((folder) => `<module>${xml(folder)}</module>`).join('');
  return project('all', 'pom', `<modules>${modules}</modules>`);
}

/**
 * @param {string} artifact
 * @param {string} packaging
 * @param {string} rest
 */
function project(artifact, packaging, rest) {
  // Turns off annotation processors, which would run code of packages during the build. JDK 23 and newer do this by default.
  return `<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
<modelVersion>4.0.0</modelVersion>
<groupId>${GROUP}</groupId>
<artifactId>${xml(artifact)}</artifactId>
<version>1</version>
<packaging>${packaging}</packaging>
<properties>
<maven.compiler.release>17</maven.compiler.release>
<maven.compiler.proc>none</maven.compiler.proc>
<project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
</properties>
${rest}
</project>
`;
}

/** @param {readonly Coordinate[]} packages */
function dependencies(packages) {
  const lines = packages.map(
    ({ group, artifact, version }) =>
      `<dependency><groupId>${xml(group)}</groupId><artifactId>${xml(artifact)}</artifactId><version>${xml(version)}</version></dependency>\n`,
  );
  return `<dependencies>\n${lines.join('')}</dependencies>\n`;
}

/** @param {readonly string[]} plugins */
function build(plugins) {
  return `<build>\n<plugins>\n${plugins.join('\n')}\n</plugins>\n</build>`;
}

/**
 * @param {string} group
 * @param {string} artifact
 * @param {string} version
 */
function plugin(group, artifact, version, rest = '') {
  return `<plugin><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version>${rest}</plugin>`;
}

/**
 * @param {string} phase
 * @param {string} goal
 * @param {string} configuration
 */
function execution(phase, goal, configuration) {
  return `<executions><execution><phase>${phase}</phase><goals><goal>${goal}</goal></goals><configuration>${configuration}</configuration></execution></executions>`;
}

/**
 * @param {string} version
 * @param {readonly string[]} scalac
 */
function scalaPlugin(version, scalac) {
  const args = scalac.map((argument) => `<arg>${xml(argument)}</arg>`).join('');
  // Libraries derive codecs recursively: a record of 70 fields would overflow the Scala compiler's default stack.
  const stack = '<jvmArgs><jvmArg>-Xss16m</jvmArg></jvmArgs>';
  // Modules are always compiled from scratch, so `all` turns off the incremental compiler, which would need more
  // downloads.
  const configuration = `<scalaVersion>${xml(version)}</scalaVersion><recompileMode>all</recompileMode>${stack}<args>${args}</args>`;
  return plugin(
    'net.alchim31.maven',
    'scala-maven-plugin',
    PLUGINS.scala,
    execution('compile', 'compile', configuration),
  );
}

/** @param {string} protoc */
function protobufPlugin(protoc) {
  const configuration = `<protocVersion>${xml(protoc)}</protocVersion>`;
  return plugin(
    'io.github.ascopes',
    'protobuf-maven-plugin',
    PLUGINS.protobuf,
    execution('generate-sources', 'generate', configuration),
  );
}

/** @param {string} text */
function xml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
