package wiremark.kit;

import java.lang.reflect.Proxy;

/**
 * Whether what {@code deserialize} gave is plain data (docs/PROTOCOL.md, "slice"): the model's own
 * classes, and collections of the standard libraries. A subclass, a proxy or a collection of
 * somebody's own may put work off until it is read, which would then be done by the fixture's
 * writer and not where it is timed.
 */
final class Plain {
  private Plain() {}

  /** Refuses what isn't exactly of a class of the model. */
  static void record(Object value, Class<?> type) throws Mismatch {
    if (value.getClass() != type) {
      throw refusal(value, type.getName());
    }
  }

  static void list(Object list) throws Mismatch {
    standard(list, "a plain list");
  }

  /** Of Java's maps or Scala's. */
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
    return new Mismatch(
        found + " stands where " + wanted + " should: it may put work off until it is read");
  }
}
