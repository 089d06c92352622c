import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { renderToString } from 'preact-render-to-string';
import type { Block } from '../report/text/document.ts';
import { shown } from '../report/text/width.ts';
import { Blocks } from './markup/blocks.tsx';
import { htmlDocument, policyOf } from './markup/document.ts';

/** @param blocks the first is a heading: the title */
export async function blocksFile(home: string, blocks: readonly Block[]): Promise<string> {
  const style = await readFile(join(home, 'src', 'web', 'run', 'style.css'), 'utf8');
  const [first, ...others] = shown(blocks);
  const title = first?.kind === 'heading' ? first.text : '';
  const page = (
    <div id="page">
      <header>
        <h1>{title}</h1>
      </header>
      <main>
        <Blocks blocks={others} caption={title} />
      </main>
    </div>
  );
  return htmlDocument({
    title: shown(title),
    policy: policyOf([], style),
    style,
    body: renderToString(page),
  });
}
