/** A comparison as a page: the report's own blocks, with a way to each case from the top. */
import type { VNode } from 'preact';
import type { Block } from '../../report/text/document.ts';
import { Blocks } from '../markup/blocks.tsx';

export interface ComparisonContent {
  readonly title: string;
  readonly content: VNode;
}

/** @param blocks of a comparison's report: its title, then what holds for all of it, then its parts by their headings */
export function comparisonContent(blocks: readonly Block[]): ComparisonContent {
  const [title, ...rest] = blocks as [Extract<Block, { kind: 'heading' }>, ...Block[]];
  const [first, ...parts] = bySections(rest);
  const idOf = (part: number) => `part-${part + 1}`;
  return {
    title: title.text,
    content: (
      <>
        <section>
          <Blocks blocks={first!.blocks} caption={title.text} />
        </section>
        {parts.length > 1 && (
          <nav class="contents" aria-label="On this page">
            <ul>
              {parts.map(({ heading }, i) => (
                <li key={heading}>
                  <a href={`#${idOf(i)}`}>{heading}</a>
                </li>
              ))}
            </ul>
          </nav>
        )}
        {parts.map(({ heading, blocks: own }, i) => (
          <section key={heading} aria-labelledby={idOf(i)}>
            <h2 id={idOf(i)}>{heading}</h2>
            <Blocks blocks={own} caption={heading} />
          </section>
        ))}
      </>
    ),
  };
}

interface Section {
  readonly heading: string;
  readonly blocks: Block[];
}

/** What stands before the first heading is a section without one. */
function bySections(blocks: readonly Block[]): Section[] {
  const sections: Section[] = [{ heading: '', blocks: [] }];
  for (const block of blocks) {
    if (block.kind === 'heading' && block.level === 2) sections.push({ heading: block.text, blocks: [] });
    else sections.at(-1)!.blocks.push(block);
  }
  return sections;
}
