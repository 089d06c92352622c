/** A comparison as a page: the report's own blocks, with a chart of what changed above the tables of each case. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { h, type VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { drawChanges } from '../report/charts/ratios.ts';
import { CHART_CSS } from '../report/charts/svg.ts';
import { composeComparison, titleOf } from '../report/compare/compose.ts';
import type { GuardedComparison } from '../report/compare/guard.ts';
import { isJudged } from '../report/compare/pairs/rows.ts';
import type { CompareView } from '../report/compare/pairs/view.ts';
import { figureText, runsOf } from '../report/compare/wording.ts';
import type { Block } from '../report/text/document.ts';
import { shown } from '../report/text/width.ts';
import { Blocks } from './markup/blocks.tsx';
import { htmlDocument, policyOf } from './markup/document.ts';

const CHART_WIDTH = 420;
/** In px: a phone makes it a little smaller. */

/** @param comparisons each with the same first run; at least one. @param command as wiremark was called */
export function comparisonContent(comparisons: readonly GuardedComparison[], command: string) {
  const views = comparisons.map(({ view }) => view);
  const runs = runsOf(views).map(({ name, id }) => name ?? id);
  const [, ...blocks] = shown(composeComparison(comparisons, { command, runs, shared: true }));
  const content = bySections(blocks).map(({ heading, blocks: own }) => (
    <section key={heading}>
      {heading !== '' && <h2>{heading}</h2>}
      {views.map((view) => (
        <Changes key={view.after.id} view={view} title={heading} named={views.length > 1} />
      ))}
      <Blocks blocks={own} caption={heading} />
    </section>
  ));
  return { title: shown(titleOf(views)), content };
}

/** A chart of a case, if its rows are compared. @param named whether it says of which later run it is */
function Changes({ view, title, named }: { view: CompareView; title: string; named: boolean }): VNode | null {
  const rows = view.cases.find((one) => one.title === title)?.rows.filter(isJudged) ?? [];
  if (rows.length === 0) return null;
  const subject = named ? { subject: view.after.label } : {};
  const points = rows.map((row) => ({ ...row, said: figureText(row, view.within) }));
  const svg = drawChanges(shown(points), { width: CHART_WIDTH, ...shown(subject) });
  return <figure class="chart" dangerouslySetInnerHTML={{ __html: svg }} />;
}

/** What stands before the first heading is a section without one. */
function bySections(blocks: readonly Block[]) {
  const sections: { readonly heading: string; readonly blocks: Block[] }[] = [{ heading: '', blocks: [] }];
  for (const block of blocks) {
    if (block.kind === 'heading' && block.level === 2) sections.push({ heading: block.text, blocks: [] });
    else sections.at(-1)!.blocks.push(block);
  }
  return sections;
}

/** A whole HTML document, for any machine. @param home the package folder */
export async function comparisonFile(
  home: string,
  comparisons: readonly GuardedComparison[],
): Promise<string> {
  const style = await readFile(join(home, 'src', 'web', 'run', 'style.css'), 'utf8');
  const { title, content } = comparisonContent(comparisons, 'wiremark');
  const page = h('div', { id: 'page' }, h('header', null, h('h1', null, title)), h('main', null, content));
  return htmlDocument({
    title,
    policy: policyOf([], [style, CHART_CSS]),
    style,
    body: renderToString(page),
  });
}
