import { analyze, type RecordedRun } from '../../analysis/analyze.ts';
import { caseName } from '../../define/names.ts';
import { spelledTime } from '../../store/record/run-label.ts';
import { rowsNote, runWarnings } from '../tables/notes.ts';
import { shown } from '../text/width.ts';
import { drawRatios } from './ratios.ts';

/** Draws a chart for each case: file `record-single-serialize.ratios.svg`. */
export function chartMarkup(run: RecordedRun) {
  // XML allows no control characters.
  const record = shown(run.record);
  const view = analyze({ record, samples: run.samples });
  // A chart may be shown without the report.
  const { suite, name = suite.name, startedAt, machine, tool } = record;
  const source = `${machine.cpu}, ${name}, ${spelledTime(startedAt)}, wiremark ${tool}`;
  const charts = view.cases.flatMap((one) => {
    if (one.baseline === null) return [];
    const subject = caseName(one);
    const failed = rowsNote('Not ranked', one.unranked, ({ verdict }) => verdict ?? 'not measured');
    const notes = [...failed, ...runWarnings(view), source];
    const svg = drawRatios(one.ranked, one.baseline, { subject, notes });
    return [{ name: subject.replaceAll(/[^\w.-]+/g, '-'), svg }];
  });
  return charts.map(({ name, svg }, i) => {
    // Datasets `a-b/c` and `a/b-c` would have the same file.
    const time = charts.slice(0, i + 1).filter((other) => other.name === name).length;
    return { file: `${name}.ratios${time === 1 ? '' : `-${time}`}.svg`, svg: `${svg}\n` };
  });
}
