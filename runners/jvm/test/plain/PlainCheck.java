package wiremark.kit;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import scala.collection.immutable.Late;

/** Has the fixture's writer take collections as libraries give them, and refuse those that may put work off. */
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

  public static void main(String[] arguments) throws ReflectiveOperationException {
    List<Object> plain = new ArrayList<>(List.of("a", "b", "c"));
    for (Object list :
        new Object[] {
          plain,
          plain.subList(0, 2),
          new LinkedList<>(plain),
          List.of(),
          List.of(1),
          List.of(1, 2, 3),
          List.copyOf(plain),
          Arrays.asList("a", "b"),
          Stream.of(1, 2).toList(),
          Stream.of(1, 2).collect(Collectors.toUnmodifiableList()),
          Collections.emptyList(),
          Collections.singletonList(null),
          Collections.nCopies(3, "a"),
          Collections.unmodifiableList(plain),
          Collections.unmodifiableList(new LinkedList<>(plain)),
          Collections.synchronizedList(plain),
          Collections.unmodifiableList(Collections.synchronizedList(plain)),
          Collections.checkedList(plain, Object.class),
        }) {
      check(list, true);
    }
    Map<String, Object> map = new HashMap<>(Map.of("a", 1));
    for (Object plainMap :
        new Object[] {
          map,
          new LinkedHashMap<>(map),
          new TreeMap<>(map),
          new ConcurrentHashMap<>(map),
          Map.of(),
          Map.of("a", 1),
          Map.of("a", 1, "b", new BigDecimal("1.5")),
          Map.copyOf(map),
          Collections.emptyMap(),
          Collections.singletonMap("a", plain),
          Collections.unmodifiableMap(map),
          Collections.unmodifiableMap(new TreeMap<>(map)),
          Collections.synchronizedMap(map),
        }) {
      check(plainMap, true);
    }
    List<Object> lazy = new Lazy();
    for (Object refused :
        new Object[] {
          lazy,
          lazy.subList(0, 1),
          List.of(lazy),
          Map.of("a", lazy),
          new ArrayList<>(plain) {},
          new HashMap<>(map) {},
          Collections.unmodifiableList(lazy),
          Collections.unmodifiableList(Collections.synchronizedList(lazy)),
          Collections.unmodifiableMap(new HashMap<>(map) {}),
          Proxy.newProxyInstance(
              PlainCheck.class.getClassLoader(),
              new Class<?>[] {List.class},
              (proxy, method, given) -> method.invoke(plain, given)),
          new AtomicLong(1),
          new Late(),
          lateOfOtherLoader(),
        }) {
      check(refused, false);
    }
    System.out.println("checked " + checked);
  }

  private static Object lateOfOtherLoader() throws ReflectiveOperationException {
    URL[] here = {Late.class.getProtectionDomain().getCodeSource().getLocation()};
    ClassLoader other = new URLClassLoader(here, ClassLoader.getPlatformClassLoader());
    return other.loadClass(Late.class.getName()).getConstructor().newInstance();
  }

  private static void check(Object value, boolean plain) {
    try {
      new FixtureWriter().writeAny(value);
      if (!plain) {
        throw new AssertionError("taken: " + value.getClass());
      }
    } catch (Mismatch e) {
      if (plain) {
        throw new AssertionError("refused: " + e.getMessage());
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    checked++;
  }
}
