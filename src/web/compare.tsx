/** A comparison as a page: the blocks of its report. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { renderToString } from 'preact-render-to-string';
import type { CheckedComparison } from '../analysis/rules/evaluate.ts';
import { composeComparison, titleOf } from '../report/compare/compose.ts';
import { shown } from '../report/text/width.ts';
import { Blocks } from './markup/blocks.tsx';
import { htmlDocument, policyOf } from './markup/document.ts';

export async function comparisonFile(home: string, comparison: CheckedComparison): Promise<string> {
  const style = await readFile(join(home, 'src', 'web', 'run', 'style.css'), 'utf8');
  const { view } = comparison;
  const [, ...blocks] = shown(composeComparison(comparison, { command: 'wiremark', shared: true }));
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
          return <Blocks key={i} blocks={[block]} caption={caption} />;
        })}
      </main>
    </div>
  );
  return htmlDocument({ title, policy: policyOf([], style), style, body: renderToString(page) });
}
