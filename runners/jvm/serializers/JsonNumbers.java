package wiremark.serializers;

import java.math.BigDecimal;

final class JsonNumbers {
  // The digits of 00 to 99, so that one division by 100 gives two digits.
  private static final char[] PAIRS = new char[200];

  private static final double[] EXACT_POWERS = new double[23];

  private static final long LARGEST_EXACT = 1L << 53;
  private static final int MOST_DECIMALS = 6;

  static {
    for (int i = 0; i < 100; i++) {
      PAIRS[2 * i] = (char) ('0' + i / 10);
      PAIRS[2 * i + 1] = (char) ('0' + i % 10);
    }
    for (int i = 0; i < EXACT_POWERS.length; i++) {
      EXACT_POWERS[i] = Double.parseDouble("1e" + i);
    }
  }

  private JsonNumbers() {}

  /** Writes an int64 in at most 20 chars; returns the index after them. */
  static int write(long value, char[] to, int at) {
    if (value == (int) value) {
      return write((int) value, to, at);
    }
    if (value < 0) {
      to[at++] = '-';
      if (value == Long.MIN_VALUE) {
        "9223372036854775808".getChars(0, 19, to, at);
        return at + 19;
      }
      value = -value;
    }
    long high = value / 100_000_000;
    int low = (int) (value - high * 100_000_000);
    if (high < 100_000_000) {
      at = writePositive((int) high, to, at);
    } else {
      long highest = high / 100_000_000;
      at = writePositive((int) highest, to, at);
      at = writeEight((int) (high - highest * 100_000_000), to, at);
    }
    return writeEight(low, to, at);
  }

  static int write(int value, char[] to, int at) {
    if (value >= 0) {
      return writePositive(value, to, at);
    }
    to[at++] = '-';
    if (value == Integer.MIN_VALUE) {
      "2147483648".getChars(0, 10, to, at);
      return at + 10;
    }
    return writePositive(-value, to, at);
  }

  /**
   * Writes a double in at most 26 chars; returns the index after them.
   *
   * <p>A double with a magnitude from 1e-3 to 1e9 that is the quotient of an integer m below 2^53
   * and 10^k, with k up to 6, is written with k decimals (with ".0" for k = 0): m and 10^k are
   * exact doubles, and a reader rounds the decimal as the division does (IEEE 754, division is
   * correctly rounded). {@link Double#toString} writes all other doubles, but takes ten times as
   * long.
   */
  static int write(double value, char[] to, int at) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException("JSON has no " + value);
    }
    double positive = Math.abs(value);
    if (positive < 1e9 && positive >= 1e-3) {
      for (int decimals = 0; decimals <= MOST_DECIMALS; decimals++) {
        double power = EXACT_POWERS[decimals];
        long scaled = (long) (positive * power + 0.5);
        if (scaled < LARGEST_EXACT && scaled / power == positive) {
          if (value < 0) {
            to[at++] = '-';
          }
          return writeDecimal(scaled, decimals, to, at);
        }
      }
    }
    String text = Double.toString(value);
    text.getChars(0, text.length(), to, at);
    return at + text.length();
  }

  static long parseLong(char[] from, int start, int end) {
    return new BigDecimal(from, start, end - start).longValueExact();
  }

  /**
   * Returns the double nearest to {@code digits × 10^exponent} if both factors are exact doubles,
   * so that only one operation rounds (Clinger, "How to read floating point numbers accurately",
   * 1990); otherwise NaN.
   */
  static double parseExact(long digits, int exponent) {
    if (digits > LARGEST_EXACT || exponent < -22 || exponent > 22) {
      return Double.NaN;
    }
    return exponent < 0 ? digits / EXACT_POWERS[-exponent] : digits * EXACT_POWERS[exponent];
  }

  private static int writeDecimal(long scaled, int decimals, char[] to, int at) {
    long power = (long) EXACT_POWERS[decimals];
    long whole = scaled / power;
    at = write(whole, to, at);
    to[at++] = '.';
    if (decimals == 0) {
      to[at] = '0';
      return at + 1;
    }
    int fraction = (int) (scaled - whole * power);
    for (int i = at + decimals - 1; i >= at; i--) {
      to[i] = (char) ('0' + fraction % 10);
      fraction /= 10;
    }
    return at + decimals;
  }

  private static int writePositive(int value, char[] to, int at) {
    int end = at + digits(value);
    int i = end;
    while (value >= 100) {
      int rest = value / 100;
      int pair = 2 * (value - 100 * rest);
      to[--i] = PAIRS[pair + 1];
      to[--i] = PAIRS[pair];
      value = rest;
    }
    if (value >= 10) {
      to[--i] = PAIRS[2 * value + 1];
      to[--i] = PAIRS[2 * value];
    } else {
      to[--i] = (char) ('0' + value);
    }
    return end;
  }

  private static int writeEight(int value, char[] to, int at) {
    int high = value / 10_000;
    int low = value - 10_000 * high;
    writeFour(high, to, at);
    writeFour(low, to, at + 4);
    return at + 8;
  }

  private static void writeFour(int value, char[] to, int at) {
    int high = value / 100;
    int low = value - 100 * high;
    to[at] = PAIRS[2 * high];
    to[at + 1] = PAIRS[2 * high + 1];
    to[at + 2] = PAIRS[2 * low];
    to[at + 3] = PAIRS[2 * low + 1];
  }

  private static int digits(int value) {
    if (value < 10_000) {
      return value < 100 ? (value < 10 ? 1 : 2) : (value < 1000 ? 3 : 4);
    }
    if (value < 100_000_000) {
      return value < 1_000_000 ? (value < 100_000 ? 5 : 6) : (value < 10_000_000 ? 7 : 8);
    }
    return value < 1_000_000_000 ? 9 : 10;
  }
}
