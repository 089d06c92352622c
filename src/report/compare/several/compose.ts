/** Several runs, each held against the first, as blocks for people. */
import { type Block, heading, paragraph } from '../../text/document.ts';
import { interval, ratio } from '../../text/numbers.ts';
import { legendBlocks } from '../compose.ts';
import type { GuardedComparison } from '../guard/guard.ts';
import { guardBlocks, ruleLines } from '../guard/text.ts';
import {
  cautions,
  hasOneSide,
  headline,
  movedAlike,
  obstacleText,
  runFact,
  shouts,
  testFacts,
} from '../notes.ts';
import { isFigured } from '../pairs/rows.ts';
import { type CompareView, rowsOf } from '../pairs/view.ts';
import { besidesText, firstLine, versionText } from '../wording.ts';
import { type NumberedCase, type SeveralCase, severalCases, tablesOf } from './cases.ts';
import { severalTable } from './tables.ts';

/** @param comparisons each with the same first run; at least two */
export function composeSeveral(comparisons: readonly GuardedComparison[]): Block[] {
  const views = comparisons.map(({ view }) => view);
  const count = views.length + 1;
  return [
    heading(1, `Comparison of ${count} runs: ${views.at(-1)!.after.suite.title}`),
    runList(views),
    ...told(views.flatMap((view, i) => shouts(view).map((text) => ({ run: i + 2, text })))).map((text) =>
      paragraph(text, 'bad'),
    ),
    ...views.map((view, i) => paragraph(`${i + 2} against 1: ${headline(view)}`, 'strong')),
    ...numberedCautions(views).map((text) => paragraph(text, 'bad')),
    ...severalCases(views).flatMap(composeCase),
    ...legendBlocks(...views),
    ...guardBlocks(
      comparisons.flatMap(({ outcomes }, i) =>
        outcomes.flatMap(ruleLines).map((line) => `${i + 2} against 1: ${line}`),
      ),
    ),
    heading(2, 'How this was compared'),
    { kind: 'list', items: facts(views) },
  ];
}

/** What each number stands for. */
function runList(views: readonly CompareView[]): Block {
  const runs = [views[0]!.before, ...views.map(({ after }) => after)];
  return { kind: 'list', items: runs.map((run, i) => `Run ${i + 1}: ${runFact(run)}`) };
}

interface Told {
  readonly run: number;
  readonly text: string;
}

/** `2, 3 against 1: …`: what is the same of several runs is said once. */
function told(items: readonly Told[]): string[] {
  return [...new Set(items.map(({ text }) => text))].map((text) => {
    const runs = items.filter((one) => one.text === text).map(({ run }) => run);
    return `${runs.join(', ')} against 1: ${text}`;
  });
}

/** What is said of one run alone names it, and is said once. */
function numberedCautions(views: readonly CompareView[]): string[] {
  const all = views.flatMap((view, i) =>
    cautions(view, { before: 'run 1', after: `run ${i + 2}` }).map((text) => ({ run: i + 2, text })),
  );
  const ofOne = ({ text }: Told) => /^Run \d/.test(text);
  return [...new Set(all.filter(ofOne).map(({ text }) => text)), ...told(all.filter((one) => !ofOne(one)))];
}

function composeCase(several: SeveralCase): Block[] {
  const { title, runs } = several;
  return [
    heading(2, title),
    ...told(
      runs.flatMap(({ run, one }) => (one.obstacle === null ? [] : [{ run, text: obstacleText(one) }])),
    ).map((text) => paragraph(text, 'bad')),
    ...tablesOf(several).flatMap((group) => [...baselineBlocks(group), severalTable(group)]),
    ...told(runs.flatMap(({ run, one }) => movedAlike(one).map((text) => ({ run, text })))).map((text) =>
      paragraph(text, 'bad'),
    ),
    ...besideBlocks(runs),
  ];
}

/** What the ratios of a table are relative to, and what is known of the baseline's own change in each run. */
function baselineBlocks(group: readonly NumberedCase[]): Block[] {
  const name = group[0]!.one.baseline?.name;
  if (name === undefined) return [];
  const own = group.flatMap(({ run, one: { baseline } }) => {
    const change = baseline?.change ?? null;
    if (change === null) return [];
    return [`${ratio(change)}${change.low === null ? '' : ` ${interval(change)}`} (${run} / 1)`];
  });
  const drift =
    own.length === 0
      ? ''
      : ` Its own time is ${own.join(', ')}: the machine's drift or a change of its own, which can't be told apart.`;
  return [paragraph(`Ratio: time relative to ${name} of the same run.${drift}`, 'dim')];
}

/** What a table can't say of a row: what else changed, and why it isn't compared. */
function besideBlocks(runs: readonly NumberedCase[]): Block[] {
  const items = runs.flatMap(({ run, one }) =>
    (hasOneSide(one) ? [] : rowsOf(one)).flatMap((row): Told[] => {
      const text = isFigured(row)
        ? besidesText(row)
        : [firstLine(row.reason), versionText(row)].filter((part) => part !== '').join('; ');
      return text === '' ? [] : [{ run, text: `${row.name}: ${text}` }];
    }),
  );
  return items.length === 0 ? [] : [{ kind: 'list', items: told(items) }];
}

function facts(views: readonly CompareView[]): string[] {
  const machines = views.flatMap(({ machines: { comparable, words } }, i) =>
    comparable ? words.map((text) => ({ run: i + 2, text })) : [],
  );
  return [...told(machines), ...testFacts(...views)];
}
