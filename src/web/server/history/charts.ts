/** A history's charts as elements of a page, drawn on the server. */
import { h, type VNode } from 'preact';
import type { HistoryChart } from './chart.ts';
import type { HistoryOf, HistoryPoint } from './history.ts';

/** In px; a narrower screen scrolls. */
const WIDTH = 880;

/** The time of an operation; null where no run ranked the row. @param points oldest first */
export async function timeChart({ row }: HistoryOf, points: readonly HistoryPoint[]): Promise<VNode | null> {
  return drawn({ row, baseline: null, points });
}

/**
 * The ratio to the baseline of the newest run that ranked the row; runs with another one are left out, and their
 * changes with them. Null where there is none, or the row is the baseline itself.
 */
export async function ratioChart({ row }: HistoryOf, points: readonly HistoryPoint[]): Promise<VNode | null> {
  const baselineOf = ({ figures }: HistoryPoint) => (figures.kind === 'ranked' ? figures.baseline : null);
  const baseline = points.map(baselineOf).findLast((one) => one !== null) ?? row;
  if (baseline === row) return null;
  const fits = points.filter((point) => (baselineOf(point) ?? baseline) === baseline);
  return drawn({ row, baseline, points: fits });
}

async function drawn(chart: HistoryChart): Promise<VNode | null> {
  if (chart.points.every(({ figures }) => figures.kind !== 'ranked')) return null;
  const [{ parseHTML }, { drawHistory }] = await Promise.all([import('linkedom'), import('./chart.ts')]);
  const { document } = parseHTML('<!doctype html><html></html>');
  const svg = nodeOf(drawHistory(chart, { width: WIDTH, document }));
  // What scrolls must be reached by keyboard.
  const attributes: object = { class: 'chart', tabIndex: 0 };
  return h('figure', attributes, svg);
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
