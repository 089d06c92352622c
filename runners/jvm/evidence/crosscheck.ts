/** Runs JMH, with its own build, forks, warm-up and statistics, on the classes that wiremark's runner loads. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { execa } from 'execa';
import { pooled, type Theirs } from '../../../script/harnesses/figures.ts';
import { type Harness, keyOf, order, type Site, type Target } from '../../../script/harnesses/site.ts';

const VERSION = '1.37';
const RESOLVE = 'org.apache.maven.plugins:maven-dependency-plugin:3.9.0:build-classpath';
const MAIN = 'wiremark.kit.Main';

const JMH = `JMH ${VERSION}`;

/**
 * Returns JMH's options. Its defaults, 5 forks with 5 warm-up and 5 measured iterations of 10 s, would take more than 8
 * minutes for a row.
 */
function jmhFlags({ full, turns }: Pick<Site, 'full' | 'turns'>): string[] {
  const [forks, warmups, measurements] = turns !== null ? [1, 3, 3] : full ? [5, 5, 5] : [2, 3, 5];
  return ['-f', `${forks}`, '-wi', `${warmups}`, '-w', '1s', '-i', `${measurements}`, '-r', '1s'];
}

function commandOf({ launch }: Target): { readonly options: string; readonly classpath: string } {
  const { command } = launch;
  const at = command.indexOf('-cp');
  if (command[0] !== 'java' || at < 0 || command[at + 2] !== MAIN)
    throw new Error(`expected java … -cp … ${MAIN}, found ${command.join(' ')}`);
  return { options: command.slice(1, at).join(' '), classpath: command[at + 1]! };
}

/** Downloads JMH and compiles the benchmark class with its annotation processor. @returns class path of class and JMH */
async function buildJmh(site: Site, target: Target): Promise<string> {
  const folder = join(site.folder, `jmh-${VERSION}`);
  const classes = join(folder, 'classes');
  // Removes classes that the annotation processor generated earlier, because JMH would list them as benchmarks, too.
  await rm(classes, { recursive: true, force: true });
  await mkdir(classes, { recursive: true });
  await writeFile(join(folder, 'pom.xml'), pom());
  const listed = join(folder, 'classpath.txt');
  await rm(listed, { force: true });
  await execa('mvn', ['-B', '-q', RESOLVE, `-Dmdep.outputFile=${listed}`], {
    cwd: folder,
    stdin: 'ignore',
    timeout: 5 * 60_000,
    cancelSignal: site.signal,
  });
  const jars = (await readFile(listed, 'utf8')).trim();
  const source = join(import.meta.dirname, 'Crosscheck.java');
  const paths = ['-cp', [jars, commandOf(target).classpath].join(delimiter), '-processorpath', jars];
  await execa('javac', ['--release', '17', '-nowarn', ...paths, '-d', classes, source], {
    stdin: 'ignore',
    cancelSignal: site.signal,
  });
  return [classes, jars].join(delimiter);
}

async function runJmh(site: Site, built: string, target: Target): Promise<Theirs> {
  const { job } = target.launch;
  const { options, classpath } = commandOf(target);
  const result = join(site.folder, 'jmh.json');
  await rm(result, { force: true });
  const benchmark = `^wiremark\\.crosscheck\\.Crosscheck\\.${job.task}$`;
  const flags = ['-jvmArgs', options, '-foe', 'true', '-rf', 'json', '-rff', result];
  await execa(
    'java',
    [
      '-cp',
      [built, classpath].join(delimiter),
      'org.openjdk.jmh.Main',
      benchmark,
      ...jmhFlags(site),
      ...flags,
    ],
    {
      cwd: site.folder,
      env: {
        CROSSCHECK_TASK: job.task,
        CROSSCHECK_OUTPUT: job.output,
        CROSSCHECK_DOCUMENTS: target.documents,
      },
      stdin: 'ignore',
      timeout: 10 * 60_000,
      cancelSignal: site.signal,
    },
  );
  const [found] = JSON.parse(await readFile(result, 'utf8')) as [{ primaryMetric: { rawData: number[][] } }];
  return {
    ...keyOf(target),
    ...pooled(found.primaryMetric.rawData.flat()),
    medianNs: null,
  };
}

function pom(): string {
  const dependency = (artifact: string) =>
    `<dependency><groupId>org.openjdk.jmh</groupId><artifactId>${artifact}</artifactId><version>${VERSION}</version></dependency>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
<modelVersion>4.0.0</modelVersion>
<groupId>wiremark.crosscheck</groupId><artifactId>jmh</artifactId><version>1</version>
<dependencies>
${dependency('jmh-core')}
${dependency('jmh-generator-annprocess')}
</dependencies>
</project>
`;
}

export default {
  title: JMH,
  settings: (site) => `${jmhFlags(site).join(' ')}; a fresh JVM for each fork, ${order(site)}`,
  open: async (site, first) => {
    const built = await buildJmh(site, first);
    return (target) => runJmh(site, built, target);
  },
} satisfies Harness;
