import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { Block } from '../report/text/document.ts';
import { shown } from '../report/text/width.ts';
import { Blocks } from './markup/blocks.tsx';
import { htmlDocument, policyOf } from './markup/document.ts';

/** @param blocks the first must be a heading, which becomes the title. Tables are labeled with the heading above them */
export function titled(blocks: readonly Block[]): { readonly title: string; readonly content: VNode[] } {
  const [first, ...others] = shown(blocks);
  let caption = '';
  const content = others.map((block, i) => {
    if (block.kind === 'heading') caption = block.text;
    return <Blocks key={i} blocks={[block]} caption={caption} />;
  });
  return { title: first?.kind === 'heading' ? first.text : '', content };
}

export async function blocksFile(home: string, blocks: readonly Block[]): Promise<string> {
  const style = await readFile(join(home, 'src', 'web', 'run', 'style.css'), 'utf8');
  const { title, content } = titled(blocks);
  const page = (
    <div id="page">
      <header>
        <h1>{title}</h1>
      </header>
      <main>{content}</main>
    </div>
  );
  return htmlDocument({
    title,
    policy: policyOf([], style),
    style,
    body: renderToString(page),
  });
}
