/** What the server's own pages have around their content. */
import type { ComponentChildren, VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { CHART_CSS } from '../../report/charts/palette.ts';
import { visible } from '../../report/text/width.ts';
import { spelledTime } from '../../store/run-label.ts';
import { htmlDocument, policyOf } from '../markup/document.ts';
import { PAGE_RULES } from './guard.ts';
import type { RunEntry } from './source.ts';

export interface ServedPage {
  readonly title: string;
  readonly content: ComponentChildren;
  /** Address of the place in the navigation that this is; null: none of them. */
  readonly place: string | null;
  /** Seconds after which a browser asks for it again; null for what doesn't change while it is looked at. */
  readonly renews: number | null;
}

const PLACES = [
  { href: '/', text: 'Runs' },
  { href: '/history', text: 'History' },
] as const;

/** The navigation above every page. */
export function Places({ place }: Pick<ServedPage, 'place'>): VNode {
  return (
    <nav aria-label="Pages">
      {PLACES.map(({ href, text }) => (
        <a key={href} href={href} aria-current={href === place ? 'page' : undefined}>
          {text}
        </a>
      ))}
    </nav>
  );
}

/** In place of what was asked for. */
export function messagePage(title: string, why: string, renews: number | null = null): ServedPage {
  return { title, content: <p>{why}</p>, place: null, renews };
}

/** A whole document, and its Content-Security-Policy. */
export function layOut(
  { title, content, place, renews }: ServedPage,
  { style, script }: { readonly style: string; readonly script: string },
) {
  const page = (
    <>
      <Places place={place} />
      <header>
        <h1>{title}</h1>
      </header>
      <main>{content}</main>
    </>
  );
  const html = htmlDocument({
    title: visible(title),
    head: `<link rel="icon" href="data:,">${renews === null ? '' : `<meta http-equiv="refresh" content="${renews}">`}`,
    style,
    // Texts of libraries can't reorder a line.
    body: `<div id="page">${visible(renderToString(page))}</div>\n<script>${script}</script>`,
  });
  return { html, policy: policyOf([script], [style, CHART_CSS], PAGE_RULES) };
}

/** A run by its label, then what that leaves out: of suite, time and tags. An unnamed run is called by the first two. */
export function RunName({
  run: { key, record },
  label,
}: {
  run: Pick<RunEntry, 'key' | 'record'>;
  label: string;
}): VNode {
  const { name, suite, startedAt, tags = [] } = record;
  const time = spelledTime(startedAt);
  const rest = [
    ...(name === undefined ? [] : [suite.name]),
    ...(label.includes(time) ? [] : [time]),
    ...(tags.length === 0 ? [] : [`tagged ${tags.join(', ')}`]),
  ];
  return (
    <>
      <a href={runHref(key)}>{label}</a>
      {rest.length > 0 && <div class="dim">{rest.join(', ')}</div>}
    </>
  );
}

export function runHref(key: string): string {
  return `/runs/${encodeURIComponent(key)}`;
}

/** `2026-11-21 08:01`, in the time of this machine. */
export function When({ at }: { at: string }): VNode {
  return <time datetime={at}>{spelledTime(at)}</time>;
}
