package wiremark.serializers;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Locale;

/** Writes instants as RFC 3339 text in UTC with milliseconds, and reads RFC 3339 text. */
final class JsonTimes {
  static final int LONGEST = 40;

  private static final long DAY = 86_400;
  private static final long YEAR_0 = Instant.parse("0000-01-01T00:00:00Z").getEpochSecond();
  private static final long YEAR_10000 = Instant.parse("9999-12-31T23:59:59Z").getEpochSecond() + 1;

  private JsonTimes() {}

  /**
   * Writes {@code 2024-02-29T12:34:56.789Z}; returns the index after it. Uses civil_from_days of
   * Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms". Writes {@link Instant#toString}
   * for years before 0 or after 9999, which RFC 3339 doesn't have.
   */
  static int write(Instant value, char[] to, int at) {
    long seconds = value.getEpochSecond();
    if (seconds < YEAR_0 || seconds >= YEAR_10000) {
      String text = value.toString();
      text.getChars(0, text.length(), to, at);
      return at + text.length();
    }
    long days = Math.floorDiv(seconds, DAY);
    int second = (int) (seconds - days * DAY);
    // Days since 0000-03-01, so that a leap day is a year's last day.
    long shifted = days + 719_468;
    int era = (int) Math.floorDiv(shifted, 146_097L);
    int dayOfEra = (int) (shifted - era * 146_097L);
    int yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
    int dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
    int monthFromMarch = (5 * dayOfYear + 2) / 153;
    int day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1;
    int month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
    int year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);

    two(year / 100, to, at);
    two(year % 100, to, at + 2);
    to[at + 4] = '-';
    two(month, to, at + 5);
    to[at + 7] = '-';
    two(day, to, at + 8);
    to[at + 10] = 'T';
    two(second / 3600, to, at + 11);
    to[at + 13] = ':';
    two(second / 60 % 60, to, at + 14);
    to[at + 16] = ':';
    two(second % 60, to, at + 17);
    to[at + 19] = '.';
    int millis = value.getNano() / 1_000_000;
    to[at + 20] = (char) ('0' + millis / 100);
    two(millis % 100, to, at + 21);
    to[at + 23] = 'Z';
    return at + 24;
  }

  static Instant parse(char[] from, int start, int end) {
    if (isPlain(from, start, end)) {
      int year = 100 * number(from, start) + number(from, start + 2);
      int month = number(from, start + 5);
      int day = number(from, start + 8);
      int second =
          3600 * number(from, start + 11)
              + 60 * number(from, start + 14)
              + number(from, start + 17);
      int millis = 0;
      if (end - start == 24) {
        millis = 10 * number(from, start + 20) + from[start + 22] - '0';
      }
      return Instant.ofEpochMilli((daysFromCivil(year, month, day) * DAY + second) * 1000 + millis);
    }
    // Other spellings of RFC 3339: an offset, more or fewer decimals, lower case.
    String text = new String(from, start, end - start).toUpperCase(Locale.ROOT);
    return OffsetDateTime.parse(text).toInstant();
  }

  private static boolean isPlain(char[] from, int start, int end) {
    int length = end - start;
    if ((length != 20 && length != 24) || from[end - 1] != 'Z' || from[start + 10] != 'T') {
      return false;
    }
    for (int i = 0; i < length - 1; i++) {
      boolean separator = i == 4 || i == 7 || i == 10 || i == 13 || i == 16 || i == 19;
      char c = from[start + i];
      if (!separator && (c < '0' || c > '9')) {
        return false;
      }
    }
    return number(from, start + 17) < 60;
  }

  /** Returns days since 1970 (Hinnant's days_from_civil), for years of 0 or later. */
  private static long daysFromCivil(int year, int month, int day) {
    int y = month <= 2 ? year - 1 : year;
    int era = Math.floorDiv(y, 400);
    int yearOfEra = y - era * 400;
    int dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
    int dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
    return era * 146_097L + dayOfEra - 719_468;
  }

  private static int number(char[] from, int at) {
    return 10 * (from[at] - '0') + from[at + 1] - '0';
  }

  private static void two(int value, char[] to, int at) {
    to[at] = (char) ('0' + value / 10);
    to[at + 1] = (char) ('0' + value % 10);
  }
}
