package wiremark.serializers;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Random;

/**
 * Compares the numbers and instants of the hand-written row with the JDK's own, over many values
 * drawn from a seed. Prints the differences, then the number of values compared of each type.
 */
final class TextCheck {
  private static final Random RANDOM = new Random(5);
  private static final char[] BUFFER = new char[64];
  private static final JsonReader READER = new JsonReader();

  public static void main(String[] arguments) {
    int count = Integer.parseInt(arguments[0]);
    for (int i = 0; i < count; i++) {
      checkDouble(drawDouble(i));
      checkLong(drawLong(i));
      checkInstant(drawInstant(i));
    }
    for (String text :
        new String[] {"9223372036854775808", "-9223372036854775809", "1.5", "1e19"}) {
      checkRefused(text);
    }
    System.out.println("checked " + count);
  }

  private static double drawDouble(int i) {
    double any = Double.longBitsToDouble(RANDOM.nextLong());
    return switch (i % 6) {
      case 0 -> Double.isFinite(any) ? any : Double.MIN_VALUE;
      case 1 -> RANDOM.nextInt(2_000_000) / 100.0 - 10_000;
      case 2 -> RANDOM.nextDouble() * 1e9;
      case 3 -> Math.round(RANDOM.nextDouble() * 1e9) / 1e6;
      case 4 -> RANDOM.nextInt(1000) / 1000.0f;
      default -> RANDOM.nextGaussian() * 1e-3;
    };
  }

  private static long drawLong(int i) {
    if (i < 200) {
      return i % 2 == 0 ? Long.MIN_VALUE + i / 2 : Long.MAX_VALUE - i / 2;
    }
    // Draws numbers of all lengths, and powers of ten with the numbers before them.
    return i % 7 == 0
        ? (long) Math.pow(10, RANDOM.nextInt(19)) - RANDOM.nextInt(2)
        : RANDOM.nextLong() >> RANDOM.nextInt(64);
  }

  private static Instant drawInstant(int i) {
    long first = Instant.parse("0000-01-01T00:00:00Z").toEpochMilli();
    long last = Instant.parse("9999-12-31T23:59:59.999Z").toEpochMilli();
    return Instant.ofEpochMilli(
        i % 3 == 0
            ? RANDOM.nextInt() * 60_000L
            : first + (long) (RANDOM.nextDouble() * (last - first)));
  }

  private static void checkDouble(double value) {
    String text = new String(BUFFER, 0, JsonNumbers.write(value, BUFFER, 0));
    READER.reset(text);
    long bits = Double.doubleToRawLongBits(value);
    if (Double.doubleToRawLongBits(Double.parseDouble(text)) != bits) {
      System.out.println("double " + value + " written as " + text);
    }
    if (Double.doubleToRawLongBits(READER.number()) != bits) {
      System.out.println("double " + text + " read otherwise");
    }
  }

  private static void checkLong(long value) {
    String text = new String(BUFFER, 0, JsonNumbers.write(value, BUFFER, 0));
    READER.reset(Long.toString(value));
    if (!text.equals(Long.toString(value))) {
      System.out.println("int64 " + value + " written as " + text);
    }
    if (READER.int64() != value) {
      System.out.println("int64 " + value + " read otherwise");
    }
  }

  private static void checkInstant(Instant value) {
    int end = JsonTimes.write(value, BUFFER, 0);
    String text = new String(BUFFER, 0, end);
    if (!Instant.parse(text).equals(value)) {
      System.out.println("instant " + value + " written as " + text);
    }
    if (!JsonTimes.parse(BUFFER, 0, end).equals(value)) {
      System.out.println("instant " + text + " read otherwise");
    }
    if (text.length() == 24) {
      boolean isWhole = value.getNano() == 0;
      checkSpelling(value, text.substring(0, 23) + "0000+00:00");
      checkSpelling(value, text.substring(0, isWhole ? 19 : 23) + "+00:00");
      checkSpelling(value, text.substring(0, isWhole ? 21 : 23) + "Z");
    }
    char[] offset = OffsetDateTime.ofInstant(value, ZoneOffset.ofHours(9)).toString().toCharArray();
    // An offset may move the text into a year before 0 or after 9999, which RFC 3339 doesn't have.
    if (Character.isDigit(offset[0]) && !JsonTimes.parse(offset, 0, offset.length).equals(value)) {
      System.out.println("instant " + new String(offset) + " read otherwise");
    }
  }

  private static void checkSpelling(Instant value, String text) {
    if (!JsonTimes.parse(text.toCharArray(), 0, text.length()).equals(value)) {
      System.out.println("instant " + text + " read otherwise");
    }
  }

  private static void checkRefused(String text) {
    READER.reset(text);
    try {
      System.out.println("int64 " + text + " read as " + READER.int64());
    } catch (ArithmeticException e) {
      // Expected.
    }
  }

  private TextCheck() {}
}
