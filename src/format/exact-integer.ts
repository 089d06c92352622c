const LITERAL = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** More digits than any integer of a document has; what is longer is not one, and not worth the memory. */
const MOST_DIGITS = 400;

/**
 * The integer that a JSON number spells, whatever the spelling (`1`, `1.0`, `10e-1`), by exact decimal arithmetic; null
 * if it is none.
 */
export function exactInteger(literal: string): bigint | null {
  const match = LITERAL.exec(literal);
  if (match === null) return null;
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  const digits = (whole + fraction).replace(/^0+/, '');
  if (digits === '') return 0n;
  let end = digits.length;
  // A search for zeros at the end would look at every row of zeros before it: of a million digits, for minutes.
  while (digits[end - 1] === '0') end--;
  const significant = digits.slice(0, end);
  // The value is `significant` × 10^power.
  const power = Number(exponent) - fraction.length + (digits.length - significant.length);
  if (power < 0 || significant.length + power > MOST_DIGITS) return null;
  const magnitude = BigInt(significant) * 10n ** BigInt(power);
  return sign === '-' ? -magnitude : magnitude;
}
