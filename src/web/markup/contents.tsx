/** The way from the top of a page to its parts. */
import type { VNode } from 'preact';

export interface ContentsEntry {
  /** Of the part's heading. */
  readonly id: string;
  readonly title: string;
}

/** Nothing where there is one part only. */
export function Contents({ entries }: { entries: readonly ContentsEntry[] }): VNode | null {
  if (entries.length < 2) return null;
  return (
    <nav class="contents" aria-label="On this page">
      <ul>
        {entries.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
