import { analyze, type RecordedRun } from '../../analysis/analyze.ts';
import { caseName } from '../../define/names.ts';
import { spelledTime } from '../../store/record/run-label.ts';
import { rowsNote, runWarnings } from '../tables/notes.ts';
import { shown } from '../text/width.ts';
import { drawRatios } from './ratios.ts';

export function chartMarkup(run: RecordedRun) {
  // XML doesn't allow control characters, so they are made visible.
  const record = shown(run.record);
  const view = analyze({ record, samples: run.samples });
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
    // Cases such as `a-b/c` and `a/b-c` would have the same file name, so later ones get a number.
    const time = charts.slice(0, i + 1).filter((other) => other.name === name).length;
    return { file: `${name}.ratios${time === 1 ? '' : `-${time}`}.svg`, svg: `${svg}\n` };
  });
}
