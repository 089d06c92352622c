const LITERAL = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

const MOST_DIGITS = 400;

/** Exact value of an integer in any spelling (`1`, `1.0`, `10e-1`); null for other numbers and more than 400 digits. */
export function exactInteger(literal: string): bigint | null {
  const match = LITERAL.exec(literal);
  if (match === null) return null;
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  const digits = (whole + fraction).replace(/^0+/, '');
  if (digits === '') return 0n;
  let end = digits.length;
  // A regular expression (/0+$/) would take minutes for a million digits.
  while (digits[end - 1] === '0') end--;
  const significant = digits.slice(0, end);
  const power = Number(exponent) - fraction.length + (digits.length - significant.length);
  if (power < 0 || significant.length + power > MOST_DIGITS) return null;
  const magnitude = BigInt(significant) * 10n ** BigInt(power);
  return sign === '-' ? -magnitude : magnitude;
}
