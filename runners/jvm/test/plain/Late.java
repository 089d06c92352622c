package scala.collection.immutable;

import java.util.AbstractMap;
import java.util.Map;
import java.util.Set;

/** A row's own, by the name of Scala's. */
public final class Late extends AbstractMap<String, Object> {
  @Override
  public Set<Map.Entry<String, Object>> entrySet() {
    return Set.of(Map.entry("a", "late"));
  }
}
