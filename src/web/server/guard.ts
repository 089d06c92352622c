/** Decides which requests are allowed, and sets the headers of answers. */
import { isIP } from 'node:net';
import { hostname } from 'node:os';

/** Returns whether the address can be reached from this machine only. */
export function isLoopback(host: string): boolean {
  const name = bare(host);
  return name === 'localhost' || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name);
}

/**
 * Returns whether a request may have this `Host`. A foreign page can resolve its name to this machine (DNS rebinding) and
 * read the answer, but it can't choose the browser's `Host` header.
 *
 * @param bound the address that the server listens on: beyond loopback, its name and all addresses are allowed, too, since
 *   rebinding needs a name
 */
export function isKnownHost(header: string | undefined, bound: string): boolean {
  const name = bare((header ?? '').replace(/:\d*$/, ''));
  if (isLoopback(name)) return true;
  if (isLoopback(bound)) return false;
  return isIP(name) !== 0 || name === bare(bound) || name === hostname().toLowerCase();
}

/** `::1` of `[::1]`; names in lower case. */
function bare(host: string): string {
  return host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
}

const COMMON_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-cache',
} as const;

const UNEMBEDDED = ["base-uri 'none'", "frame-ancestors 'none'"];

/** Policy of the server's pages, besides their styles: nothing is loaded. */
export const PAGE_RULES = ['img-src data:', "form-action 'self'", ...UNEMBEDDED];

/** Policy for the page of a run. The one in the page itself allows less: its script and styles by their hashes. */
export const RUN_PAGE_POLICY = `default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; ${UNEMBEDDED.join('; ')}`;

const DATA_POLICY = ["default-src 'none'", 'sandbox', ...UNEMBEDDED].join('; ');

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** @param more headers, which replace the usual ones */
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
