/** A whole HTML document: what every page has around its own. */
import { createHash } from 'node:crypto';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { CHART_CSS } from '../../report/charts/svg.ts';

interface DocumentParts {
  readonly title: string;
  /** That a file has in its own head; from a server it comes beside the page. */
  readonly policy?: string;
  /** Markup of its own that the head has before its style; empty for none. */
  readonly head?: string;
  readonly style: string;
  readonly body: string;
}

export function htmlDocument({ title, policy, head = '', style, body }: DocumentParts): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${policy === undefined ? '' : `<meta http-equiv="Content-Security-Policy" content="${policy}">\n`}${renderToString(h('title', null, `${title} – wiremark`))}
${head}
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

/** Only these very scripts and this style count, and the one that charts bring. @param more what else is told */
export function policyOf(
  scripts: readonly string[],
  style: string,
  more: readonly string[] = ["base-uri 'none'", "form-action 'none'"],
): string {
  const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const allowed = (texts: readonly string[]) => texts.map(hashOf).join(' ') || "'none'";
  const own = [`script-src ${allowed(scripts)}`, `style-src ${allowed([style, CHART_CSS])}`];
  return ["default-src 'none'", ...own, ...more].join('; ');
}
