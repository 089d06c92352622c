package wiremark.kit;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Checks that the fixture writer accepts the JDK's collections and rejects those that may be lazy.
 */
final class PlainCheck {
  private static final class Lazy extends AbstractList<Object> {
    @Override
    public Object get(int index) {
      return "late";
    }

    @Override
    public int size() {
      return 1;
    }
  }

  private static int checked = 0;

  public static void main(String[] arguments) throws IOException {
    List<Object> plain = new ArrayList<>(List.of("a", "b", "c"));
    Map<String, Object> map = new HashMap<>(Map.of("a", 1));
    check(true, plain, plain.subList(0, 2), List.of(1), Stream.of(1, 2).toList());
    check(true, Collections.unmodifiableList(plain), map, Map.of("a", plain));
    Object proxy =
        Proxy.newProxyInstance(
            PlainCheck.class.getClassLoader(),
            new Class<?>[] {List.class},
            (of, method, given) -> method.invoke(plain, given));
    check(false, new Lazy(), List.of(new Lazy()), Map.of("a", new Lazy()), proxy);
    check(false, new ArrayList<>(plain) {}, new HashMap<>(map) {});
    System.out.println("checked " + checked);
  }

  private static void check(boolean isPlain, Object... values) throws IOException {
    for (Object value : values) {
      boolean isTaken = true;
      try {
        new FixtureWriter().writeAny(value);
      } catch (Mismatch e) {
        isTaken = false;
      }
      if (isTaken != isPlain) {
        throw new AssertionError((isTaken ? "taken: " : "refused: ") + value.getClass());
      }
      checked++;
    }
  }
}
