/** Which edition of its page a run is compared with. */
import type { Published, PublishedEdition, PublishedFigure } from '../../define/published-figure.ts';
import { allRows, type RunView } from '../view/view.ts';
import { findCase } from './causes.ts';
import { VERSION } from './place.ts';

/** An edition, and names of the others that the page had. */
export interface ChosenEdition extends PublishedEdition {
  readonly others: readonly string[];
}

/**
 * Of several editions the nearest: that with most rows whose library has the major version that it has here, the
 * language counted as a row; of equals the newest.
 *
 * @param asked name of an edition that is taken instead
 */
export function editionFor(view: RunView, asked?: string): ChosenEdition | null {
  const { editions = [] } = view;
  const near = editions.map((one) => nearness(view, one));
  const chosen = editions.find(({ name }) => name === asked) ?? editions[near.indexOf(Math.max(...near))];
  if (chosen === undefined) return null;
  const others = editions.flatMap(({ name }) => (name === chosen.name ? [] : [name]));
  return { ...chosen, others };
}

/** Its figures, or all of a page without editions. */
export function figuresOf({ published = [] }: Published, edition: PublishedEdition | null) {
  return published.filter((figure) => figure.edition === (edition?.name ?? ''));
}

function nearness(view: RunView, edition: PublishedEdition): number {
  const same = new Set<string>();
  for (const figure of figuresOf(view, edition)) {
    const { dataset, size, task, serializer, label } = figure;
    const one = findCase(view, figure, task);
    const row = one && allRows(one).find(({ name }) => name === serializer);
    if (isSame(VERSION.exec(label)?.[0], row?.version)) same.add(`${dataset}/${size} ${task} ${serializer}`);
    if (isSame(edition.runtime, view.runtimes[runtimeOf(figure)])) same.add('language');
  }
  return same.size;
}

/** `ruby+oj` of `ruby+oj/panko`. */
export function runtimeOf({ serializer }: PublishedFigure): string {
  return serializer.slice(0, serializer.indexOf('/'));
}

/** Up to the first number that isn't 0, from which on versions promise nothing of each other. */
function isSame(...versions: readonly (string | null | undefined)[]): boolean {
  const [there, here] = versions.map((version) => /(?:0\.)*\d+/.exec(version ?? '')?.[0]);
  return there !== undefined && there === here;
}
