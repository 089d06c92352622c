package wiremark.kit;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Whether what {@code deserialize} gave is plain data (docs/PROTOCOL.md, "slice"): the model's own
 * classes, and collections of the standard libraries that hold what is in them. A subclass, a proxy
 * or a collection of somebody's own may put work off until it is read, which would then be done by
 * the fixture's writer and not where it is timed.
 */
final class Plain {
  /**
   * Scala's maps, where its library is. They are looked up before any code of a row runs: it could
   * define a class of such a name, or in such a package, by a {@link
   * java.lang.invoke.MethodHandles.Lookup}.
   */
  private static final Set<Class<?>> SCALA = scalaMaps();

  private Plain() {}

  /** Has what is plain be known from here on. */
  static void begin() {}

  private static Set<Class<?>> scalaMaps() {
    Set<Class<?>> maps = new HashSet<>();
    String names =
        "HashMap TreeMap ListMap ListMap$Node ListMap$EmptyListMap$ VectorMap TreeSeqMap Map$EmptyMap$"
            + " Map$Map1 Map$Map2 Map$Map3 Map$Map4 SeqMap$EmptySeqMap$ SeqMap$SeqMap1 SeqMap$SeqMap2"
            + " SeqMap$SeqMap3 SeqMap$SeqMap4";
    for (String name : names.split(" ")) {
      try {
        String full = "scala.collection.immutable." + name;
        maps.add(Class.forName(full, false, Plain.class.getClassLoader()));
      } catch (ClassNotFoundException e) {
        // The row is in Java, or Scala has it no more.
      }
    }
    return Set.copyOf(maps);
  }

  /** Refuses what isn't exactly of a class of the model. */
  static void record(Object value, Class<?> type) throws Mismatch {
    if (value.getClass() != type) {
      throw refusal(value, type.getName());
    }
  }

  static void list(List<?> list) throws IOException {
    if (!isList(list.getClass().getName())) {
      opened(list, "a plain list");
    }
  }

  /** Of Java's maps or Scala's. */
  static void map(Object map) throws IOException {
    Class<?> type = map.getClass();
    if (!SCALA.contains(type) && !isMap(type.getName())) {
      opened(map, "a plain map");
    }
  }

  static void number(Number number) throws Mismatch {
    Class<?> type = number.getClass();
    boolean standard = type.getName().startsWith("java.lang.");
    if (!standard && type != BigInteger.class && type != BigDecimal.class) {
      throw refusal(number, "a plain number");
    }
  }

  /** In code: a set of names could be replaced by a row, as no code can. */
  private static boolean isList(String name) {
    return switch (name) {
      case "java.util.ArrayList",
              "java.util.ArrayList$SubList",
              "java.util.Arrays$ArrayList",
              "java.util.LinkedList",
              "java.util.Vector",
              "java.util.concurrent.CopyOnWriteArrayList",
              "java.util.ImmutableCollections$List12",
              "java.util.ImmutableCollections$ListN",
              "java.util.ImmutableCollections$SubList",
              "java.util.Collections$CopiesList",
              "java.util.Collections$EmptyList",
              "java.util.Collections$SingletonList" ->
          true;
      default -> false;
    };
  }

  /** Likewise. */
  private static boolean isMap(String name) {
    return switch (name) {
      case "java.util.HashMap",
              "java.util.Hashtable",
              "java.util.LinkedHashMap",
              "java.util.TreeMap",
              "java.util.concurrent.ConcurrentHashMap",
              "java.util.concurrent.ConcurrentSkipListMap",
              "java.util.ImmutableCollections$Map1",
              "java.util.ImmutableCollections$MapN",
              "java.util.Collections$EmptyMap",
              "java.util.Collections$SingletonMap" ->
          true;
      default -> false;
    };
  }

  /** What the wrappers of {@link java.util.Collections} hold has to be plain; others aren't. */
  private static void opened(Object collection, String wanted) throws IOException {
    Class<?> type = collection.getClass();
    if (!type.getName().startsWith("java.util.Collections$") || type.isAnonymousClass()) {
      throw refusal(collection, wanted);
    }
    try (Opening opening = new Opening()) {
      opening.writeObject(collection);
      for (Object held : opening.held) {
        if (held instanceof List<?> list) {
          list(list);
        } else if (held instanceof Map || held instanceof Collection) {
          map(held);
        }
      }
    }
  }

  private static Mismatch refusal(Object value, String wanted) {
    String found =
        Proxy.isProxyClass(value.getClass()) ? "a proxy" : "a " + value.getClass().getName();
    return new Mismatch(
        found + " stands where " + wanted + " should: it may put work off until it is read");
  }

  /** Collects what an object refers to: a wrapper shows that only when written. */
  private static final class Opening extends ObjectOutputStream {
    final List<Object> held = new ArrayList<>();
    private boolean began = false;

    Opening() throws IOException {
      super(OutputStream.nullOutputStream());
      enableReplaceObject(true);
    }

    @Override
    protected Object replaceObject(Object object) {
      if (!began) {
        began = true;
        return object;
      }
      held.add(object);
      return null;
    }
  }
}
