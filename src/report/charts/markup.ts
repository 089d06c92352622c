/** Charts as files: what a run has to show. */
import { caseName } from '../../define/names.ts';
import { spelledTime } from '../../store/record/run-label.ts';
import { runWarnings } from '../tables/notes.ts';
import { shown } from '../text/width.ts';
import { buildView, type CaseView, type RunData } from '../view/view.ts';
import { drawRatios } from './ratios.ts';

/** In px. */
const WIDTH = 760;

/**
 * Every chart that the run has data for: the ratios of each case. An SVG is a document of its
 * own, its file `record-single-serialize.ratios.svg`.
 */
export function chartMarkup(run: RunData) {
  // XML can't carry control characters, however they are written.
  const record = shown(run.record);
  const view = buildView({ record, samples: run.samples });
  // A picture is shown far from its run: what it was measured on goes with it.
  const { name: given = null, tags = [], suite, startedAt, machine, tool } = record;
  const source = `${machine.cpu}, ${given ?? tags[0] ?? suite.name}, ${spelledTime(startedAt)}, wiremark ${tool}`;
  const charts = view.cases.flatMap((one) => {
    if (one.baseline === null) return [];
    const notes = [...unrankedNotes(one), ...runWarnings(view), source];
    const svg = drawRatios(one.ranked, one.baseline, { width: WIDTH, subject: caseName(one), notes });
    return [{ name: `${caseName(one)}.ratios`, svg }];
  });
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
