import { markdownTable } from 'markdown-table';
import { type Block, type Cell, type Table, withoutUnseen } from './document.ts';
import { displayWidth, visible } from './width.ts';

export function renderMarkdown(blocks: readonly Block[]): string {
  return `${withoutUnseen(blocks).map(renderBlock).join('\n\n')}\n`;
}

function renderBlock(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `${'#'.repeat(block.level)} ${escapeMarkdown(block.text)}`;
    case 'paragraph':
      return block.tone === 'strong' ? `**${escapeMarkdown(block.text)}**` : escapeLine(block.text);
    case 'list':
      return block.items.map((item) => `- ${escapeLine(item)}`).join('\n');
    case 'verbatim':
      return fenced(visible(block.lines.join('\n')), block.language);
    case 'table':
      return renderTable(block);
  }
}

/** The fence has more backticks than any sequence of backticks in the text. */
function fenced(text: string, language = ''): string {
  const rows = [...text.matchAll(/`+/g)].map(([row]) => row.length);
  const fence = '`'.repeat(Math.max(3, ...rows.map((length) => length + 1)));
  return `${fence}${language}\n${text}\n${fence}`;
}

function renderTable({ columns, rows }: Table): string {
  const cells = [columns.map(({ head }) => escapeMarkdown(head)), ...rows.map((row) => row.map(cellText))];
  return markdownTable(cells, {
    align: columns.map(({ align }) => (align === 'left' ? 'left' : 'right')),
    stringLength: displayWidth,
  });
}

function cellText({ text, tone }: Cell): string {
  const escaped = escapeMarkdown(text);
  if (escaped === '') return '';
  return tone === 'strong' ? `**${escaped}**` : tone === 'struck' ? `~~${escaped}~~` : escaped;
}

const ENTITIES: Record<string, string> = { '<': '&lt;', '&': '&amp;' };

export function escapeMarkdown(text: string): string {
  return visible(text)
    .replaceAll(/[\\`*_[\]<>|~&]/g, (character) => ENTITIES[character] ?? `\\${character}`)
    .replaceAll('\n', '<br>');
}

function escapeLine(text: string): string {
  return escapeMarkdown(text)
    .replace(/^[#+=-]/, '\\$&')
    .replace(/^(\d+)([.)])/, '$1\\$2');
}
