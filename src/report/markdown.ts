/** The report as GitHub-flavoured Markdown. */
import { markdownTable } from 'markdown-table';
import type { Block, Cell, Table } from './document.ts';
import { displayWidth, visible } from './width.ts';

/** Maps a report to Markdown: every column, nothing left out. Ends in a line break. */
export function renderMarkdown(blocks: readonly Block[]): string {
  return `${blocks.map(renderBlock).join('\n\n')}\n`;
}

function renderBlock(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `${'#'.repeat(block.level)} ${escapeMarkdown(block.text)}`;
    case 'paragraph':
      return escapeMarkdown(block.text);
    case 'list':
      return block.items.map((item) => `- ${escapeMarkdown(item)}`).join('\n');
    case 'table':
      return renderTable(block);
  }
}

function renderTable({ columns, rows }: Table): string {
  const cells = [columns.map(({ head }) => escapeMarkdown(head)), ...rows.map((row) => row.map(cellText))];
  return markdownTable(cells, { align: columns.map(({ align }) => align), stringLength: displayWidth });
}

function cellText({ text, tone }: Cell): string {
  const escaped = escapeMarkdown(text);
  return tone === 'strong' && escaped !== '' ? `**${escaped}**` : escaped;
}

/** Text that Markdown shows as it is, also inside a table. */
export function escapeMarkdown(text: string): string {
  return (
    visible(text)
      .replaceAll(/[\\`*_[\]<>|~&]/g, (character) =>
        character === '<' ? '&lt;' : character === '&' ? '&amp;' : `\\${character}`,
      )
      // What would begin a heading, a list or a quotation.
      .replaceAll(/^(\s*)([#+-]|\d+(?=[.)]))/gm, (_, space: string, mark: string) =>
        /\d/.test(mark) ? `${space}${mark}` : `${space}\\${mark}`,
      )
      .replaceAll('\n', '<br>')
  );
}
