/** The page of a run as one HTML file: markup, styles, script and data, with nothing to fetch. */
import { createHash } from 'node:crypto';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { CHART_CSS } from '../../report/charts/palette.ts';
import type { PublishedFigure } from '../../report/published/published.ts';
import type { RunData } from '../../report/view/view.ts';
import { App, type PageLink } from './app.tsx';
import { bundlePage } from './bundle.ts';
import { makePageData } from './data.ts';
import { openRun, viewOf } from './page-run.ts';
import { FRESH } from './state.ts';

export interface PageInput {
  /** The package folder, where the sources of the page's script lie. */
  readonly home: string;
  readonly run: RunData;
  /** The suite's published table; empty without one. */
  readonly published: readonly PublishedFigure[];
  /** To other pages, above the title; none in a file of its own. */
  readonly links?: readonly PageLink[];
}

/** A whole HTML document. */
export async function renderPage({ home, run, published, links = [] }: PageInput): Promise<string> {
  const { script, style } = await bundlePage(home);
  const data = makePageData(run, published);
  const opened = openRun(data);
  // Made from what the page carries, so that its script finds the markup that it would make itself.
  const view = viewOf(opened, null);
  const context = { run: opened, view, state: FRESH, charts: null, act: () => {} };
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy(script, style)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${renderToString(h('meta', { name: 'generator', content: `wiremark ${view.tool}` }))}
${renderToString(h('title', null, `${view.suite.title} – wiremark`))}
<style>${style}</style>
</head>
<body>
<div id="page">${renderToString(h(App, { context, links }))}</div>
<script type="application/json" id="data">${embeddedJson({ data, links })}</script>
<script>${script}</script>
</body>
</html>
`;
}

/** A value as JSON that can stand in a script element: nothing in it ends the element or begins a comment. */
export function embeddedJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/** Nothing may be fetched, and only this very script and these styles count; charts bring their own, always the same. */
export function policy(script: string, style: string): string {
  const scripts = digest(script);
  const styles = `${digest(style)} ${digest(CHART_CSS)}`;
  return `default-src 'none'; script-src ${scripts}; style-src ${styles}; base-uri 'none'; form-action 'none'`;
}

function digest(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
