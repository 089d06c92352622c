/** Charts as files: what a run has to show. */
import { caseName } from '../../define/names.ts';
import { spelledTime } from '../../store/run-label.ts';
import { compareWithPublished } from '../published/published.ts';
import { runWarnings } from '../tables/notes.ts';
import { shown } from '../text/shown.ts';
import { buildView, type CaseView, type RunData } from '../view/view.ts';
import type { ChartContext } from './frame/frame.ts';
import { drawRatios } from './ratios.ts';
import { drawSlope } from './slope.ts';

export type ChartFile = ReturnType<typeof chartMarkup>[number];

/** In px. */
const WIDTH = 760;

/**
 * Every chart that the run has data for: ratios of each case, and published tables beside it. An SVG is a document of its
 * own, its file `record-single-serialize.ratios.svg`.
 */
export function chartMarkup(run: RunData) {
  // XML can't carry control characters, however they are written.
  const record = shown(run.record);
  const view = buildView({ record, samples: run.samples });
  const fileOf = fileNames();
  // A picture is shown far from its run: what it was measured on goes with it.
  const { name: given = null, tags = [], suite, startedAt, machine, tool } = record;
  const source = `${machine.cpu}, ${given ?? tags[0] ?? suite.name}, ${spelledTime(startedAt)}, wiremark ${tool}`;
  const file = (name: string, draw: (context: ChartContext) => string, context: Partial<ChartContext>) => {
    const notes = [...(context.notes ?? []), ...runWarnings(view), source];
    return { file: fileOf(name), svg: `${draw({ width: WIDTH, ...context, notes })}\n` };
  };
  const ratios = view.cases.flatMap((one) => {
    const { baseline, ranked } = one;
    if (baseline === null) return [];
    const context = { subject: caseName(one), notes: unrankedNotes(one) };
    return [file(`${caseFile(one)}.ratios`, (all) => drawRatios(ranked, baseline, all), context)];
  });
  const slopes = compareWithPublished(view)
    .filter(({ rows }) => rows.length > 0)
    .map((table) => {
      const subject = `${table.title}, ${caseName(table)}`;
      return file(`${caseFile(table)}.${table.title}.published`, (all) => drawSlope(table, all), { subject });
    });
  return [...ratios, ...slopes];
}

function caseFile({ dataset, size, task }: Pick<CaseView, 'dataset' | 'size' | 'task'>): string {
  return `${dataset}-${size}-${task}`;
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

/** A row that fails is a row in charts too. */
function unrankedNotes({ unranked }: CaseView): string[] {
  const names = unranked.map(({ name, verdict }) => `${name} (${verdict ?? 'not measured'})`);
  return names.length === 0 ? [] : [`Not ranked: ${names.join(', ')}.`];
}
