/** A comparison as one HTML file, with nothing to fetch and no script. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { CHART_CSS } from '../../report/charts/palette.ts';
import type { GuardedComparison } from '../../report/compare/guard/guard.ts';
import { htmlDocument, policyOf } from '../markup/document.ts';
import { comparisonContent } from './page.tsx';

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
