/** A comparison as one HTML file, with nothing to fetch and no script. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { Block } from '../../report/text/document.ts';
import { shown } from '../../report/text/shown.ts';
import { htmlDocument, policyOf } from '../markup/document.ts';
import { comparisonContent } from './page.tsx';

/**
 * A whole HTML document.
 *
 * @param home the package folder
 * @param blocks of the comparison's report
 */
export async function comparisonFile(home: string, blocks: readonly Block[]): Promise<string> {
  const style = await readFile(join(home, 'src', 'web', 'run', 'style.css'), 'utf8');
  const { title, content } = comparisonContent(shown(blocks));
  return htmlDocument({
    title,
    policy: policyOf([], [style]),
    style,
    body: renderToString(
      h('div', { id: 'page' }, h('header', null, h('h1', null, title)), h('main', null, content)),
    ),
  });
}
