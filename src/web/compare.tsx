/** A comparison as a page: the blocks of its report, and a chart of each case. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Fragment, type VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { CheckedComparison } from '../analysis/rules/evaluate.ts';
import type { ComparedRuns } from '../analysis/runs/compare.ts';
import { isJudged } from '../analysis/runs/rows.ts';
import { drawChanges } from '../report/charts/ratios.ts';
import { composeComparison, titleOf } from '../report/compare/compose.ts';
import { figureText } from '../report/compare/wording.ts';
import { shown } from '../report/text/width.ts';
import { Blocks } from './markup/blocks.tsx';
import { htmlDocument, policyOf } from './markup/document.ts';

const CHART_WIDTH = 420;

export async function comparisonFile(home: string, comparison: CheckedComparison): Promise<string> {
  const style = await readFile(join(home, 'src', 'web', 'run', 'style.css'), 'utf8');
  const { view } = comparison;
  const runs = [view.before, view.after].map(({ name, id }) => name ?? id);
  const [, ...blocks] = shown(composeComparison(comparison, { command: 'wiremark', runs, shared: true }));
  const title = shown(titleOf(view));
  let caption = title;
  const page = (
    <div id="page">
      <header>
        <h1>{title}</h1>
      </header>
      <main>
        {blocks.map((block, i) => {
          if (block.kind === 'heading') caption = block.text;
          return (
            <Fragment key={i}>
              <Blocks blocks={[block]} caption={caption} />
              {block.kind === 'heading' && <Changes view={view} title={block.text} />}
            </Fragment>
          );
        })}
      </main>
    </div>
  );
  return htmlDocument({ title, policy: policyOf([], style), style, body: renderToString(page) });
}

function Changes({ view, title }: { view: ComparedRuns; title: string }): VNode | null {
  const rows = view.cases.find((one) => one.title === title)?.rows.filter(isJudged) ?? [];
  if (rows.length === 0) return null;
  const points = rows.map((row) => ({ ...row, said: figureText(row, view.within) }));
  const svg = drawChanges(shown(points), { width: CHART_WIDTH });
  return <figure class="chart" dangerouslySetInnerHTML={{ __html: svg }} />;
}
