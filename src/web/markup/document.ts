import { createHash } from 'node:crypto';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';

interface DocumentParts {
  readonly title: string;
  /** Content security policy; absent if the server sends it as a header. */
  readonly policy?: string;
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

/** Content security policy that allows only these scripts and this style. */
export function policyOf(
  scripts: readonly string[],
  style: string,
  more: readonly string[] = ["base-uri 'none'", "form-action 'none'"],
): string {
  const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const allowed = (texts: readonly string[]) => texts.map(hashOf).join(' ') || "'none'";
  const own = [`script-src ${allowed(scripts)}`, `style-src ${allowed([style])}`];
  return ["default-src 'none'", ...own, ...more].join('; ');
}
