import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { renderToString } from 'preact-render-to-string';
import type { Block } from '../report/text/document.ts';
import { shown } from '../report/text/width.ts';
import { Blocks } from './markup/blocks.tsx';
import { htmlDocument, policyOf } from './markup/document.ts';

/** @param blocks the first must be a heading, which becomes the title. Tables are labeled with the heading above them */
export async function blocksFile(home: string, blocks: readonly Block[]): Promise<string> {
  const style = await readFile(join(home, 'src', 'web', 'run', 'style.css'), 'utf8');
  const visible = shown(blocks);
  let caption = '';
  const [title, ...content] = visible.map((block, i) => {
    if (block.kind === 'heading') caption = block.text;
    return <Blocks key={i} blocks={[block]} caption={caption} />;
  });
  const page = (
    <div id="page">
      <header>{title}</header>
      <main>{content}</main>
    </div>
  );
  const [first] = visible;
  return htmlDocument({
    title: first?.kind === 'heading' ? first.text : '',
    policy: policyOf([], style),
    style,
    body: renderToString(page),
  });
}
