/**
 * Returns whether the header `Host` names this machine. A browser sends a foreign site's own name, even if that name resolves to
 * this machine (DNS rebinding).
 */
export function isOwnHost(header = ''): boolean {
  return ['localhost', '127.0.0.1'].includes(header.toLowerCase().replace(/:\d*$/, ''));
}

const COMMON_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-cache',
} as const;

const UNEMBEDDED = ["base-uri 'none'", "frame-ancestors 'none'"];

/** Security policy of the server's own pages, except for scripts and styles. */
export const PAGE_RULES = ['img-src data:', "form-action 'self'", ...UNEMBEDDED];

/** Security policy sent with the page of a run, which itself contains a stricter one, with hashes. */
export const RUN_PAGE_POLICY = `default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; ${UNEMBEDDED.join('; ')}`;

const DATA_POLICY = ["default-src 'none'", 'sandbox', ...UNEMBEDDED].join('; ');

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export function answer(status: number, type: string, text: string, more: Answer['headers']): Answer {
  const body = Buffer.from(text);
  const headers: Record<string, string> = {
    ...COMMON_HEADERS,
    'Content-Security-Policy': DATA_POLICY,
    'Content-Type': `${type}; charset=utf-8`,
    'Content-Length': `${body.length}`,
    ...more,
  };
  return { status, headers, body };
}
