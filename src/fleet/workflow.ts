/** The workflow of GitHub Actions that measures a fleet: a matrix of cells, each with one artifact. */
import { relative } from 'node:path';
import { quoteWord } from '../define/names.ts';
import { EXPORTED } from '../store/folder/files.ts';
import type { Cell, Fleet } from './definition.ts';

/** Values of the matrix are JSON, which is YAML, too. Paths are relative to the working folder, the checkout. */
export function workflowOf({ name, home, cells }: Fleet): string {
  const here = (word: string) => (word.startsWith(home) ? `./${relative(process.cwd(), word)}` : word);
  const entry = ({ id, kind, arguments: words }: Cell) =>
    JSON.stringify({
      cell: id,
      'runs-on': kind.actions!['runs-on'],
      arguments: words.map((word) => quoteWord(here(word))).join(' '),
    });
  const value = (key: string) => `\${{ matrix.${key} }}`;
  return `# Made by wiremark fleet submit --engine actions --print.
name: wiremark fleet ${name}
on: workflow_dispatch
permissions:
  contents: read
jobs:
  measure:
    strategy:
      fail-fast: false
      matrix:
        include:
${cells.map((cell) => `          - ${entry(cell)}`).join('\n')}
    runs-on: ${value('runs-on')}
    timeout-minutes: 360
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 22
      - name: Install wiremark
        run: npm install --global ./wiremark-*.tgz
      - name: Measure
        shell: bash
        # 1: measured, and a row failed.
        run: wiremark run ${value('arguments')} --tag fleet=${value('cell')} || [ $? = 1 ]
      - name: Export
        shell: bash
        run: wiremark runs export last --out ${value('cell')}${EXPORTED}
      - uses: actions/upload-artifact@v4
        with:
          name: ${value('cell')}
          path: ${value('cell')}${EXPORTED}
`;
}
