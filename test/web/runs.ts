import {
  around,
  inCases,
  MACHINE,
  namedRun,
  rounds,
  smallRun,
  type WholeRun,
  withSamples,
} from '../report/small-run.ts';

/** Two cases, two languages and a busy machine: the answer has every sentence. */
export function twoCases(): WholeRun {
  const row = (ns: number, bytes: number) => ({ ns: rounds(10, (i) => ns + (i % 3)), bytes });
  const rows = { 'mill/json': row(1000, 900), 'mill/protobufjs': row(720, 800) };
  const others = { 'rill/protobuf-messages': row(2400, 700), 'rill/json': row(3100, 600) };
  const title = 'Two languages and their formats on the same documents';
  const machine = { ...MACHINE, cpu: 'A processor', load: null };
  const run = namedRun({ ...rows, ...others }, { suite: { name: 'two', title, style: 'default' }, machine });
  const waited = withSamples(run, ({ ns }) => ({ waitNs: ns * 0.2 }));
  const data = { dataset: 'users', size: 'small' } as const;
  return inCases(waited, { ...data, task: 'serialize' }, { ...data, task: 'deserialize' });
}

const FORMATS = ['json', 'protobuf', 'msgpack', 'avro', 'cbor', 'bson'] as const;
const upTo = (count: number) => [...Array(count).keys()];

export function leagueRun(): WholeRun {
  const rows = upTo(31).map((i) => {
    const ns = around(1000 * (1 + i / 9), i);
    return { ns, bytes: 1e5 - i / 3, version: `${i}.0.1`, format: FORMATS[i % FORMATS.length]! };
  });
  const run = withSamples(smallRun(rows), ({ ns, round }) => {
    const timed = (factor: number) => ({ ns: Math.round(ns * factor * (1 + round / 99)), waitNs: 0 });
    const blocks = upTo(32).map((block) => ({ block, ...timed(1 + block / 999) }));
    return [{ phase: 'start', ops: 0, ...timed(200) }, { phase: 'first', ops: 1, ...timed(5) }, ...blocks];
  });
  return inCases(run, ...upTo(6).map((number) => ({ size: `size-${number}` })));
}
