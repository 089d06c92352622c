/** What the server's own pages have around their content. */
import { type ComponentChildren, Fragment, h, type VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { visible } from '../../report/text/width.ts';
import { htmlDocument, policyOf } from '../markup/document.ts';
import { PAGE_RULES } from './guard.ts';
import { RENEWING_SCRIPT } from './renewing.ts';

export interface ServedPage {
  readonly title: string;
  readonly content: ComponentChildren;
  /** Address of the place in the navigation that this is; null: none of them. */
  readonly place: string | null;
  /** Seconds after which it asks for itself again; null for what doesn't change while it is looked at. */
  readonly renews: number | null;
}

/** Seconds. Often enough to follow a run, and too seldom to disturb it. */
export const SELDOM = 10;

const PLACES = [
  { href: '/', text: 'Runs' },
  { href: '/history', text: 'History' },
] as const;

export interface LaidOut {
  readonly html: string;
  /** Its Content-Security-Policy. */
  readonly policy: string;
}

/** A whole document. @param style the text of the stylesheet */
export function layOut({ title, content, place, renews }: ServedPage, style: string): LaidOut {
  // Texts of libraries can't reorder a line.
  const markup = (node: ComponentChildren) => visible(renderToString(h(Fragment, null, node)));
  const body = markup(content);
  const html = htmlDocument({
    title: visible(title),
    head: `<link rel="icon" href="data:,">
${renews === null ? '' : `<noscript><meta http-equiv="refresh" content="${renews}"></noscript>`}`,
    style,
    body: `<div id="page">
${markup(<Header title={title} place={place} />)}
<main>${renews === null ? body : `<div data-renews="${renews}">${body}</div>`}</main>
</div>
${renews === null ? '' : `<script>${RENEWING_SCRIPT}</script>`}`,
  });
  return { html, policy: policyOf(renews === null ? [] : [RENEWING_SCRIPT], [style], PAGE_RULES) };
}

function Header({ title, place }: { title: string; place: string | null }): VNode {
  return (
    <header>
      <nav aria-label="Pages">
        {PLACES.map(({ href, text }) => (
          <a key={href} href={href} aria-current={href === place ? 'page' : undefined}>
            {text}
          </a>
        ))}
      </nav>
      <h1>{title}</h1>
      <p class="note bad" role="status" data-lost hidden>
        The server doesn't answer any more. This is what it said last.
      </p>
    </header>
  );
}

export function runHref(key: string): string {
  return `/runs/${encodeURIComponent(key)}`;
}

/** `2026-11-21 08:01`, in UTC, as run ids have it. */
export function When({ at }: { at: string }): VNode {
  return <time datetime={at}>{at.slice(0, 16).replace('T', ' ')}</time>;
}
