/** The page of a run as one HTML file: markup, styles, script and data, with nothing to fetch. */
import { h, type VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { CHART_CSS } from '../../report/charts/palette.ts';
import type { RunData } from '../../report/view/view.ts';
import { runLabel } from '../../store/run-label.ts';
import { htmlDocument, policyOf } from '../markup/document.ts';
import { App } from './app.tsx';
import { bundlePage } from './bundle.ts';
import { makePageData } from './data.ts';
import { viewOf } from './page-run.ts';
import { FRESH } from './state.ts';

export interface PageInput {
  /** The package folder, where the sources of the page's script lie. */
  readonly home: string;
  readonly run: RunData;
  /** As wiremark was called; `wiremark` unless told. */
  readonly command?: string | undefined;
  /** Links to other pages; none in a file of its own. */
  readonly above?: VNode;
}

/** A whole HTML document. */
export async function renderPage({ home, run, command, above }: PageInput): Promise<string> {
  const { script, style } = await bundlePage(home);
  const data = makePageData(run, command);
  // Made from what the page carries, so that its script finds the markup that it would make itself.
  const view = viewOf(data, null);
  const context = { data, view, state: FRESH, act: () => {} };
  return htmlDocument({
    title: `${runLabel(data.record)} · ${view.suite.title}`,
    // Nothing may be fetched; charts bring their own style, always the same.
    policy: policyOf([script], [style, CHART_CSS]),
    style,
    body: `${above ? renderToString(above) : ''}<div id="page">${renderToString(h(App, { context }))}</div>
<script type="application/json" id="data">${embeddedJson(data)}</script>
<script>${script}</script>`,
  });
}

/** A value as JSON that can stand in a script element: nothing in it ends the element or begins a comment. */
export function embeddedJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
