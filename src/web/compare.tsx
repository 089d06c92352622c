/** A comparison as a page: the report's own blocks, with a chart of what changed above the tables of each case. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { h, type VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { CheckedComparison } from '../analysis/rules/evaluate.ts';
import type { ComparedRuns } from '../analysis/runs/compare.ts';
import { isJudged } from '../analysis/runs/rows.ts';
import { drawChanges } from '../report/charts/ratios.ts';
import { composeComparison, titleOf } from '../report/compare/compose.ts';
import { figureText } from '../report/compare/wording.ts';
import type { Block } from '../report/text/document.ts';
import { shown } from '../report/text/width.ts';
import { Blocks } from './markup/blocks.tsx';
import { htmlDocument, policyOf } from './markup/document.ts';

/** In px: a phone makes it a little smaller. */
const CHART_WIDTH = 420;

/** @param command as wiremark was called */
export function comparisonContent(comparison: CheckedComparison, command: string) {
  const { view } = comparison;
  const runs = [view.before, view.after].map(({ name, id }) => name ?? id);
  const [, ...blocks] = shown(composeComparison(comparison, { command, runs, shared: true }));
  const content = bySections(blocks).map(({ heading, blocks: own }) => (
    <section key={heading}>
      {heading !== '' && <h2>{heading}</h2>}
      <Changes view={view} title={heading} />
      <Blocks blocks={own} caption={heading} />
    </section>
  ));
  return { title: shown(titleOf(view)), content };
}

/** A chart of a case, if its rows are compared. */
function Changes({ view, title }: { view: ComparedRuns; title: string }): VNode | null {
  const rows = view.cases.find((one) => one.title === title)?.rows.filter(isJudged) ?? [];
  if (rows.length === 0) return null;
  const points = rows.map((row) => ({ ...row, said: figureText(row, view.within) }));
  const svg = drawChanges(shown(points), { width: CHART_WIDTH });
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
export async function comparisonFile(home: string, comparison: CheckedComparison): Promise<string> {
  const style = await readFile(join(home, 'src', 'web', 'run', 'style.css'), 'utf8');
  const { title, content } = comparisonContent(comparison, 'wiremark');
  const page = h('div', { id: 'page' }, h('header', null, h('h1', null, title)), h('main', null, content));
  return htmlDocument({
    title,
    policy: policyOf([], style),
    style,
    body: renderToString(page),
  });
}
