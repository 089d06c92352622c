import { Instant } from './decoded.ts';

const NANOSECONDS_PER_MILLISECOND = 1_000_000n;
const DATE_LIMIT = 8_640_000_000_000_000n;
const RFC_3339 = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d:\d\d)(?:\.(\d+))?(?:[Zz]|([+-])(\d\d):(\d\d))$/;

export function instantFromMilliseconds(milliseconds: bigint): Instant {
  return new Instant(milliseconds * NANOSECONDS_PER_MILLISECOND);
}

/** Formats RFC 3339 in UTC with milliseconds: `2026-01-01T00:00:00.000Z`. @throws RangeError outside the years 0000 to 9999 */
export function formatRfc3339(milliseconds: bigint): string {
  const text = isoText(milliseconds);
  if (text?.length !== 24) throw new RangeError(`${milliseconds} ms since 1970 has no RFC 3339 spelling`);
  return text;
}

/**
 * Formats RFC 3339 differently: with the offset `+00:00`, and 0, 1 or 7 decimals of the second. The years 0001 and 9999 keep
 * their `Z`: readers that convert an offset to local time may get a year outside of these, which they don't support.
 */
export function formatOtherRfc3339(milliseconds: bigint): string {
  return formatRfc3339(milliseconds)
    .replace(/\.000Z$|00Z$/, 'Z')
    .replace(/(\.\d{3})Z$/, '$10000Z')
    .replace(/^(?!0001|9999)(.*)Z$/, '$1+00:00');
}

export function describeInstant({ nanoseconds }: Instant): string {
  const rest =
    ((nanoseconds % NANOSECONDS_PER_MILLISECOND) + NANOSECONDS_PER_MILLISECOND) % NANOSECONDS_PER_MILLISECOND;
  const milliseconds = (nanoseconds - rest) / NANOSECONDS_PER_MILLISECOND;
  const spare = rest === 0n ? '' : String(rest).padStart(6, '0');
  const text = isoText(milliseconds)?.replace('Z', `${spare}Z`);
  return text ?? `${milliseconds}${spare === '' ? '' : `.${spare}`} ms since 1970`;
}

/** Parses RFC 3339; null for other texts, dates and times that don't exist, and fractions of nanoseconds. */
export function parseRfc3339(text: string): Instant | null {
  const [, day, time, fraction = '', ...offset] = RFC_3339.exec(text) ?? [];
  const spelled = `${day}T${time}`;
  const local = Date.parse(`${spelled}Z`);
  // Date.parse turns 30 February into 2 March, and 24:00 into the next day.
  if (Number.isNaN(local) || !new Date(local).toISOString().startsWith(spelled)) return null;
  const minutes = offsetMinutes(...offset);
  const nanoseconds = fractionNanoseconds(fraction);
  if (minutes === null || nanoseconds === null) return null;
  return new Instant(BigInt(local - minutes * 60_000) * NANOSECONDS_PER_MILLISECOND + nanoseconds);
}

function offsetMinutes(sign?: string, hours?: string, minutes?: string): number | null {
  if (sign === undefined) return 0;
  if (Number(hours) > 23 || Number(minutes) > 59) return null;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

function fractionNanoseconds(digits: string): bigint | null {
  if (/[1-9]/.test(digits.slice(9))) return null;
  return BigInt(digits.slice(0, 9).padEnd(9, '0'));
}

function isoText(milliseconds: bigint): string | undefined {
  const isInRange = milliseconds <= DATE_LIMIT && milliseconds >= -DATE_LIMIT;
  return isInRange ? new Date(Number(milliseconds)).toISOString() : undefined;
}
