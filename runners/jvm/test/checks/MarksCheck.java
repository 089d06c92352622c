package wiremark.kit;

import java.util.Arrays;
import java.util.Random;

/**
 * Compares the search of {@code limit-write}, eight bytes at a time, with a search byte by byte.
 */
final class MarksCheck {
  private MarksCheck() {}

  public static void main(String[] arguments) {
    int count = Integer.parseInt(arguments[0]);
    Random random = new Random(7);
    for (int i = 0; i < count; i++) {
      byte[] bytes = new byte[random.nextInt(40)];
      random.nextBytes(bytes);
      int expected = 0;
      for (byte b : bytes) {
        expected += b == '"' || b == '\\' || (b >= 0 && b < 0x20) ? 1 : 0;
      }
      int found = Limits.Write.escapable(bytes);
      if (found != expected) {
        throw new AssertionError(
            found + " instead of " + expected + " in " + Arrays.toString(bytes));
      }
    }
    System.out.println("checked " + count);
  }
}
