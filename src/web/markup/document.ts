/** A whole HTML document: what every page has around its own. */
import { createHash } from 'node:crypto';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';

export interface DocumentParts {
  readonly title: string;
  /** Markup of its own that the head has before its style; empty for none. */
  readonly head?: string;
  /** Text of the style. */
  readonly style: string;
  /** Markup. */
  readonly body: string;
}

export function htmlDocument({ title, head = '', style, body }: DocumentParts): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${renderToString(h('title', null, `${title} – wiremark`))}
${head}
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

/** The policy that a file has in its own head. */
export function policyMeta(policy: string): string {
  return `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
}

/** By which a policy allows a script or style. */
export function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
