/** A history's charts as elements of a page, drawn on the server: wide, and narrow for phones. */
import { Fragment, h, type VNode } from 'preact';
import type { Estimate } from '../../../report/view/rows.ts';
import type { HistoryChart, HistoryStep } from './chart.ts';
import type { HistoryOf, HistoryPoint } from './history.ts';

/** In px; the stylesheet shows the one that fits. */
const WIDTHS = { 'for-laptop': 880, 'for-phone': 350 } as const;

export interface HistoryInput {
  readonly of: HistoryOf;
  /** Oldest first. */
  readonly points: readonly HistoryPoint[];
  /** Names of all machines of the history. */
  readonly machines: readonly string[];
}

/** The time of an operation; null where no run ranked the row. */
export async function timeChart(input: HistoryInput): Promise<VNode | null> {
  return drawn({
    row: input.of.row,
    baseline: null,
    machines: input.machines,
    steps: input.points.map((point) => stepOf(point, ({ nsPerOp }) => nsPerOp)),
  });
}

/**
 * The ratio to the baseline of the newest run that ranked the row; runs with another one are left out, and their
 * changes with them. Null where there is none, or the row is the baseline itself.
 */
export async function ratioChart(input: HistoryInput): Promise<VNode | null> {
  const baselines = input.points.flatMap(({ figures }) =>
    figures.kind === 'ranked' ? [figures.baseline] : [],
  );
  const baseline = baselines.at(-1);
  if (baseline === undefined || baseline === input.of.row) return null;
  const points = input.points.filter(
    ({ figures }) => figures.kind !== 'ranked' || figures.baseline === baseline,
  );
  return drawn({
    row: input.of.row,
    baseline,
    machines: input.machines,
    steps: points.map((point) => stepOf(point, ({ ratio }) => ratio)),
  });
}

type Ranked = Extract<HistoryPoint['figures'], { kind: 'ranked' }>;

function stepOf(
  { record, figures, machine, changes, joined }: HistoryPoint,
  pick: (figures: Ranked) => Estimate,
): HistoryStep {
  const ranked = figures.kind === 'ranked';
  return {
    at: record.startedAt,
    value: ranked ? pick(figures) : null,
    missing: ranked ? null : figures.verdict,
    preliminary: ranked && figures.preliminary,
    ...{ machine, changes, joined },
  };
}

async function drawn(chart: HistoryChart): Promise<VNode | null> {
  if (chart.steps.every(({ value }) => value === null)) return null;
  const [{ parseHTML }, { drawHistory }] = await Promise.all([import('linkedom'), import('./chart.ts')]);
  const { document } = parseHTML('<!doctype html><html></html>');
  const figures = Object.entries(WIDTHS).map(([name, width]) =>
    h('figure', { class: `chart ${name}` }, nodeOf(drawHistory(chart, { width, document }))),
  );
  return h(Fragment, null, figures);
}

/**
 * An element of a document as one of ours, so that it is written like the rest of the page, every text escaped. The
 * chart is one image with a name: the names that Plot gives to groups in it are left out.
 */
function nodeOf(element: Element): VNode {
  const image = element.getAttribute('role') === 'img';
  const attributes = [...element.attributes].filter(
    ({ name }) => !name.startsWith('xmlns') && (image || !name.startsWith('aria-')),
  );
  const children = [...element.childNodes].map((child) =>
    child.nodeType === ELEMENT_NODE ? nodeOf(child as Element) : (child.textContent ?? ''),
  );
  return h(
    element.localName,
    Object.fromEntries(attributes.map(({ name, value }) => [name, value])),
    children,
  );
}

const ELEMENT_NODE = 1;
