/** Which requests are allowed, and the headers of the answers. */
import { isIP } from 'node:net';
import { hostname } from 'node:os';

/** Whether the address can be reached from this machine only. */
export function isLoopback(host: string): boolean {
  const name = bare(host);
  return name === 'localhost' || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name);
}

/**
 * Whether a request may carry this `Host`. A page elsewhere can give its own name this machine's address (DNS
 * rebinding) and then read what we answer; but it can't choose what the browser says in `Host`.
 *
 * @param header as it came
 * @param bound what the server was told to listen on: beyond loopback, its name and all addresses are good too, since
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

/** For pages of the server, beside their very styles: nothing is loaded. */
export const PAGE_RULES = ['img-src data:', "form-action 'self'", ...UNEMBEDDED];

/** For the page of a run. The policy in its own head allows less: its script and styles by their hashes. */
export const RUN_PAGE_POLICY = `default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; ${UNEMBEDDED.join('; ')}`;

const DATA_POLICY = ["default-src 'none'", 'sandbox', ...UNEMBEDDED].join('; ');

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** @param more headers, and such as take the place of the usual ones */
export function answer(status: number, type: string, text: string, more: Answer['headers']): Answer {
  // The same bytes for all that ask, so that a client that reads slowly costs nothing but its connection.
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
