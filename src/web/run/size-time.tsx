/** Chart of bytes against time, and the row that delivers a document quickest over a link. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { AnalyzedCase } from '../../analysis/analyze.ts';
import { answeringRows } from '../../analysis/answer.ts';
import { linkTime, sentWays } from '../../analysis/sending.ts';
import { isReading } from '../../plan/case.ts';
import { logDomain, logPlace, logTicks, plainNumber } from '../../report/charts/ticks.ts';
import { counted, grouped, listed, singleTime, threeFigures } from '../../report/numbers.ts';
import { levels, percents } from './bar.tsx';

interface Sized {
  readonly name: string;
  readonly work: string;
  readonly ns: number;
  readonly bytes: number;
}

function sizedRows(one: AnalyzedCase, as: 'raw' | 'gzip'): Sized[] {
  return answeringRows(one).rows.flatMap((row) => {
    const bytes = row.sizes?.[as];
    return bytes ? [{ name: row.name, work: one.task, ns: row.nsPerOp.estimate, bytes }] : [];
  });
}

export function choicesOf(one: AnalyzedCase): Sized[] {
  const packing = isReading(one.task) ? `decompress and ${one.task}` : `${one.task} and compress`;
  return sentWays(one, Number.POSITIVE_INFINITY).map(({ row: { name }, way, ...figures }) =>
    way === 'uncompressed'
      ? { name, work: one.task, ...figures }
      : { name: `${name} ${way}`, work: packing, ...figures },
  );
}

/** Rows that have fewer bytes than all faster rows, fastest first. */
export function frontierOf(rows: readonly Sized[]): Sized[] {
  const sorted = rows.toSorted((a, b) => a.ns - b.ns || a.bytes - b.bytes);
  return sorted.filter((row, i) => sorted.slice(0, i).every(({ bytes }) => bytes > row.bytes));
}

/** @param link speed in Mbit/s @param rate documents per second that a row must reach, if it processes and sends in parallel */
export function fastestOverLink(rows: readonly Sized[], link: number, rate: number): string {
  if (!(link > 0 && rate > 0)) return 'Both numbers must be above 0.';
  const all = rows.map((row) => {
    const sending = linkTime(row.bytes, link);
    return { ...row, sending, total: row.ns + sending, most: 1e9 / Math.max(row.ns, sending) };
  });
  const able = all.filter(({ most }) => most >= rate).sort((a, b) => a.total - b.total);
  const [first] = able;
  const at = `At ${plainNumber(link)} Mbit/s`;
  const load = `keep up with ${counted(rate, 'document')} per second`;
  if (first === undefined) {
    const { name, most } = all.reduce((best, one) => (one.most > best.most ? one : best));
    return `${at}, no choice can ${load}; ${name} comes closest with ${grouped(Math.floor(most))}.`;
  }
  const tied = able.filter(({ total }) => total < 1.005 * first.total);
  const next = able[tied.length];
  const which = able.length < all.length ? `, of the ${counted(able.length, 'choice')} that can ${load}` : '';
  const winner = `${listed(tied.map(({ name }) => name))} ${tied.length > 1 ? 'take' : 'takes'}`;
  const parts = `${first.work}: ${singleTime(first.ns)}, ${grouped(first.bytes)} bytes on the link: ${singleTime(first.sending)}`;
  return [
    `${at}${which}, ${winner} least for a document: ${singleTime(first.total)} (${parts}).`,
    ...(next
      ? [`The next, ${next.name}, takes ${threeFigures(next.total / first.total)} times as long.`]
      : []),
    ...(which === '' ? [`All rows can ${load}.`] : []),
  ].join(' ');
}

export function SizeAndTime({ shown }: { shown: AnalyzedCase }): VNode | null {
  const [as, setAs] = useState<'raw' | 'gzip'>('raw');
  const [link, setLink] = useState('100');
  const [rate, setRate] = useState('1000');
  const rows = sizedRows(shown, as);
  const choices = choicesOf(shown);
  if (new Set(sizedRows(shown, 'raw').map(({ bytes }) => bytes)).size < 2) return null;
  const numbers = [
    ['Mbit/s', link, setLink],
    ['documents per second', rate, setRate],
  ] as const;
  return (
    <details open>
      <summary>Bytes against time</summary>
      <Scatter rows={rows} as={as} />
      <form class="line over-link" onSubmit={(event) => event.preventDefault()}>
        <label>
          <input
            type="checkbox"
            checked={as === 'gzip'}
            onChange={() => setAs(as === 'raw' ? 'gzip' : 'raw')}
          />
          gzip
        </label>
        {numbers.map(([unit, value, set]) => (
          <label key={unit}>
            <input type="number" min="0" value={value} onInput={(event) => set(event.currentTarget.value)} />
            {unit}
          </label>
        ))}
      </form>
      <p class="over-link" aria-live="polite">
        {choices.length > 0
          ? fastestOverLink(choices, Number(link), Number(rate))
          : `${fastestOverLink(rows, Number(link), Number(rate))} This run has no times of compression.`}
      </p>
    </details>
  );
}

const MOST_TICKS = 4;

function Scatter({ rows, as }: { rows: readonly Sized[]; as: string }): VNode {
  const [wide, high] = [logDomain(rows.map(({ ns }) => ns)), logDomain(rows.map(({ bytes }) => bytes))];
  const x = (ns: number) => percents(logPlace(ns, wide));
  const y = (bytes: number) => percents(1 - logPlace(bytes, high));
  const frontier = frontierOf(rows);
  return (
    <svg class="scatter" role="img" aria-label={`Time against bytes${as === 'gzip' ? ', gzipped' : ''}`}>
      {logTicks(wide, MOST_TICKS).map((ns) => (
        <g key={ns}>
          <line class="grid" x1={x(ns)} x2={x(ns)} y2="100%" />
          <text class="tick" x={x(ns)} y="100%" dy="18" text-anchor="middle">
            {singleTime(ns)}
          </text>
        </g>
      ))}
      {levels(logTicks(high, MOST_TICKS), y)}
      {frontier.slice(1).map((row, i) => (
        <line
          key={row.name}
          class="frontier"
          x1={x(frontier[i]!.ns)}
          x2={x(row.ns)}
          y1={y(frontier[i]!.bytes)}
          y2={y(row.bytes)}
        />
      ))}
      {rows.map((row) => (
        <circle
          key={row.name}
          class={frontier.includes(row) ? undefined : 'other'}
          cx={x(row.ns)}
          cy={y(row.bytes)}
          r="4"
        >
          <title>{`${row.name}: ${singleTime(row.ns)}, ${grouped(row.bytes)} bytes`}</title>
        </circle>
      ))}
      {frontier.map((row) => {
        const isLeft = logPlace(row.ns, wide) < 0.6;
        return (
          <text
            key={row.name}
            x={x(row.ns)}
            y={y(row.bytes)}
            dx={isLeft ? 8 : -8}
            dy="-6"
            text-anchor={isLeft ? 'start' : 'end'}
          >
            {row.name}
          </text>
        );
      })}
    </svg>
  );
}
