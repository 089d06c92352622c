/** What the server's own pages have around their content. */
import { type ComponentChildren, Fragment, h, type VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { CHART_CSS } from '../../report/charts/palette.ts';
import { visible } from '../../report/text/width.ts';
import { spelledTime } from '../../store/run-label.ts';
import { htmlDocument, policyOf } from '../markup/document.ts';
import { PAGE_RULES } from './guard.ts';

export interface ServedPage {
  readonly title: string;
  readonly content: ComponentChildren;
  /** Address of the place in the navigation that this is; null: none of them. */
  readonly place: string | null;
  /** Seconds after which a browser asks for it again; null for what doesn't change while it is looked at. */
  readonly renews: number | null;
}

export const PLACES = [
  { href: '/', text: 'Runs' },
  { href: '/history', text: 'History' },
] as const;

/** In place of what was asked for. */
export function messagePage(title: string, why: string, renews: number | null = null): ServedPage {
  return { title, content: h('p', { class: 'note' }, why), place: null, renews };
}

/** A whole document, and its Content-Security-Policy. @param style the text of the stylesheet */
export function layOut({ title, content, place, renews }: ServedPage, style: string) {
  const page = h(Fragment, null, h(Header, { title, place }), h('main', null, content));
  const html = htmlDocument({
    title: visible(title),
    head: `<link rel="icon" href="data:,">${renews === null ? '' : `<meta http-equiv="refresh" content="${renews}">`}`,
    style,
    // Texts of libraries can't reorder a line.
    body: `<div id="page">${visible(renderToString(page))}</div>`,
  });
  return { html, policy: policyOf([], [style, CHART_CSS], PAGE_RULES) };
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
    </header>
  );
}

export function runHref(key: string): string {
  return `/runs/${encodeURIComponent(key)}`;
}

/** `2026-11-21 08:01`, in the time of this machine. */
export function When({ at }: { at: string }): VNode {
  return <time datetime={at}>{spelledTime(at)}</time>;
}
