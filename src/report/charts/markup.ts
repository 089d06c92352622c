/** Charts as files: what a run has to show. */
import { caseName } from '../../define/names.ts';
import { spelledTime } from '../../store/run-label.ts';
import { compareWithPublished } from '../published/published.ts';
import { runWarnings } from '../tables/notes.ts';
import { shown } from '../text/width.ts';
import { buildView, type CaseView, type RunData } from '../view/view.ts';
import { drawRatios } from './ratios.ts';
import { drawSlope } from './slope.ts';

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
  // A picture is shown far from its run: what it was measured on goes with it.
  const { name: given = null, tags = [], suite, startedAt, machine, tool } = record;
  const source = `${machine.cpu}, ${given ?? tags[0] ?? suite.name}, ${spelledTime(startedAt)}, wiremark ${tool}`;
  const around = (subject: string, notes: readonly string[] = []) => {
    return { width: WIDTH, subject, notes: [...notes, ...runWarnings(view), source] };
  };
  const ratios = view.cases.flatMap((one) => {
    if (one.baseline === null) return [];
    const svg = drawRatios(one.ranked, one.baseline, around(caseName(one), unrankedNotes(one)));
    return [{ name: `${caseName(one)}.ratios`, svg }];
  });
  const slopes = compareWithPublished(view)
    .filter(({ rows }) => rows.length > 0)
    .map((table) => {
      const svg = drawSlope(table, around(`${table.title}, ${caseName(table)}`));
      return { name: `${caseName(table)}.${table.title}.published`, svg };
    });
  const charts = [...ratios, ...slopes];
  const names = charts.map(({ name }) => name.replaceAll(/[^\w.-]+/g, '-'));
  return charts.map(({ svg }, i) => {
    // `a-b` in size `c` and `a` in size `b-c` are two files.
    const time = names.slice(0, i + 1).filter((name) => name === names[i]).length;
    return { file: `${names[i]}${time === 1 ? '' : `-${time}`}.svg`, svg: `${svg}\n` };
  });
}

/** A row that fails is a row in charts too. */
function unrankedNotes({ unranked }: CaseView): string[] {
  const names = unranked.map(({ name, verdict }) => `${name} (${verdict ?? 'not measured'})`);
  return names.length === 0 ? [] : [`Not ranked: ${names.join(', ')}.`];
}
