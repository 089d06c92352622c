/** Charts as files: what a run has to show, drawn on a server. */
import { caseName } from '../../define/names.ts';
import { runWarnings } from '../tables/notes.ts';
import { shown } from '../text/shown.ts';
import { buildView, type CaseView, type RunData, type RunView } from '../view/view.ts';
import type { ChartContext } from './chart.ts';

export interface ChartFile {
  /** `record-single-serialize.ratios.svg`. */
  readonly file: string;
  /** A document of its own. */
  readonly svg: string;
}

const DEFAULT_WIDTH = 760;

type Charts = typeof import('./index.ts');
type Draw = (context: ChartContext) => SVGSVGElement;

/**
 * Every chart that the run has data for: ratios and sizes of each case. Plot and linkedom are loaded by the first call.
 *
 * @param width of each chart, in px
 */
export async function chartMarkup({ record, samples }: RunData, width = DEFAULT_WIDTH): Promise<ChartFile[]> {
  const [document, charts] = await Promise.all([emptyDocument(), import('./index.ts')]);
  // XML can't carry control characters, however they are written.
  const view = buildView({ record: shown(record), samples });
  const fileOf = fileNames();
  const drawings = view.cases.flatMap((one) => caseDrawings(one, charts));
  return drawings.map(({ name, subject, notes = [], draw }) => {
    const svg = draw({ width, document, subject, notes: [...notes, ...runNotes(view)] });
    svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
    return { file: fileOf(name), svg: `${svg}\n` };
  });
}

/** Of XML: in HTML an attribute may have a `<`, and no SVG may. */
export async function emptyDocument(): Promise<Document> {
  const { DOMParser } = await import('linkedom');
  return new DOMParser().parseFromString('<svg/>', 'image/svg+xml') as unknown as Document;
}

/** A picture is shown far from its run: what it was measured on goes with it. */
function runNotes(view: RunView): string[] {
  const { id, tool, startedAt, machine } = view;
  const day = startedAt.slice(0, 'yyyy-mm-dd'.length);
  return [...runWarnings(view), `${machine.cpu}, ${day}, run ${id}, wiremark ${tool}`];
}

/** `a-b` in size `c` and `a` in size `b-c` are two files. */
function fileNames(): (name: string) => string {
  const times = new Map<string, number>();
  return (name) => {
    const file = name.replaceAll(/[^\w.-]+/g, '-');
    const time = (times.get(file) ?? 0) + 1;
    times.set(file, time);
    return time === 1 ? `${file}.svg` : `${file}-${time}.svg`;
  };
}

interface Drawing {
  readonly name: string;
  readonly subject: string;
  readonly notes?: readonly string[];
  readonly draw: Draw;
}

function caseDrawings(view: CaseView, charts: Charts): Drawing[] {
  if (view.baseline === null) return [];
  const subject = caseName(view);
  const where = `${view.dataset}-${view.size}-${view.task}`;
  const { baseline } = view;
  const points = charts.sizePoints(view);
  const ratios: Drawing = {
    name: `${where}.ratios`,
    subject,
    notes: unrankedNotes(view),
    draw: (context) => charts.drawRatios(view.ranked, baseline, context),
  };
  const pareto: Drawing = {
    name: `${where}.pareto`,
    subject,
    draw: (context) => charts.drawPareto(points, context),
  };
  return points.length === 0 ? [ratios] : [ratios, pareto];
}

/** A row that fails is a row in charts too. */
function unrankedNotes({ unranked }: CaseView): string[] {
  if (unranked.length === 0) return [];
  const names = unranked.map(
    (row) => `${row.name} (${row.kind === 'failed' ? row.verdict : 'not measured'})`,
  );
  return [`Not ranked: ${names.join(', ')}.`];
}
