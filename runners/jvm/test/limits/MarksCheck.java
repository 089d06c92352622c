package wiremark.kit;

import java.util.Arrays;
import java.util.Random;

/** What {@code limit-write} finds eight bytes at a time, against one at a time. */
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
