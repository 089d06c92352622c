/** Chart of bytes against time, and the row that delivers a document quickest over a link. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { AnalyzedCase } from '../../analysis/analyze.ts';
import { answeringRows } from '../../analysis/answer.ts';
import { linkTime, sentWays } from '../../analysis/sending.ts';
import { logDomain, logPlace, logTicks, plainNumber } from '../../report/charts/ticks.ts';
import { grouped, listed, singleTime, threeFigures } from '../../report/numbers.ts';
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
  const packing = one.task === 'serialize' ? 'serialize and compress' : `decompress and ${one.task}`;
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

/** @param link speed in Mbit/s */
export function fastestOverLink(rows: readonly Sized[], link: number): string {
  if (!(link > 0)) return 'The number must be above 0.';
  const all = rows.map((row) => {
    const sending = linkTime(row.bytes, link);
    return { ...row, sending, total: row.ns + sending };
  });
  const first = all.sort((a, b) => a.total - b.total)[0]!;
  const tied = all.filter(({ total }) => total < 1.005 * first.total);
  const next = all[tied.length];
  const winner = `${listed(tied.map(({ name }) => name))} ${tied.length > 1 ? 'take' : 'takes'}`;
  const parts = `${first.work}: ${singleTime(first.ns)}, ${grouped(first.bytes)} bytes on the link: ${singleTime(first.sending)}`;
  return [
    `At ${plainNumber(link)} Mbit/s, ${winner} least for a document: ${singleTime(first.total)} (${parts}).`,
    ...(next
      ? [`The next, ${next.name}, takes ${threeFigures(next.total / first.total)} times as long.`]
      : []),
  ].join(' ');
}

export function SizeAndTime({ shown }: { shown: AnalyzedCase }): VNode | null {
  const [as, setAs] = useState<'raw' | 'gzip'>('raw');
  const [link, setLink] = useState('100');
  const rows = sizedRows(shown, as);
  const choices = choicesOf(shown);
  if (new Set(sizedRows(shown, 'raw').map(({ bytes }) => bytes)).size < 2) return null;
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
        <label>
          <input type="number" min="0" value={link} onInput={(event) => setLink(event.currentTarget.value)} />
          Mbit/s
        </label>
      </form>
      <p class="over-link" aria-live="polite">
        {fastestOverLink(choices.length > 0 ? choices : rows, Number(link))}
        {choices.length === 0 && ' This run has no times of compression.'}
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
