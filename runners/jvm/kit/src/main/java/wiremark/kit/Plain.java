package wiremark.kit;

import java.lang.reflect.Proxy;

/**
 * Checks that results of {@code deserialize} are plain data (docs/PROTOCOL.md, "slice"): exactly
 * the model's classes, and collections and numbers of the standard libraries. Another class could
 * parse lazily, when the fixture writer reads it after the clock has stopped.
 */
final class Plain {
  private Plain() {}

  static void record(Object value, Class<?> type) throws Mismatch {
    if (value.getClass() != type) {
      throw refusal(value, type.getName());
    }
  }

  static void list(Object list) throws Mismatch {
    standard(list, "a plain list");
  }

  static void map(Object map) throws Mismatch {
    standard(map, "a plain map");
  }

  static void number(Number number) throws Mismatch {
    String name = number.getClass().getPackageName();
    if (!name.equals("java.lang") && !name.equals("java.math")) {
      throw refusal(number, "a plain number");
    }
  }

  private static void standard(Object collection, String wanted) throws Mismatch {
    String name = collection.getClass().getName();
    if (!name.startsWith("java.util.") && !name.startsWith("scala.collection.immutable.")) {
      throw refusal(collection, wanted);
    }
  }

  private static Mismatch refusal(Object value, String wanted) {
    String found =
        Proxy.isProxyClass(value.getClass()) ? "a proxy" : "a " + value.getClass().getName();
    return new Mismatch(found + " instead of " + wanted + ": it may defer work until it is read");
  }
}
