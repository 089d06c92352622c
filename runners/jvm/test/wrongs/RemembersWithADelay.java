package wiremark.serializers;

import java.util.IdentityHashMap;
import java.util.Map;
import wiremark.kit.Serializer;

/**
 * Does the work once for what it knows, in place of a wait, and many times for what is new. A wait
 * by the clock would be as long as the work took before it was compiled.
 */
public final class RemembersWithADelay<T> implements Serializer<T> {
  private static final int TIMES = 64;

  /** For the first document: the work is then as fast for known documents as for new ones. */
  private static final int UNTIL_COMPILED = 50_000;

  private final Serializer<T> honest;
  private final Map<T, Object> written = new IdentityHashMap<>();

  private RemembersWithADelay(Serializer<T> honest) {
    this.honest = honest;
  }

  public static <T> Serializer<T> of(HandWritten.Codec<T> codec) {
    return new RemembersWithADelay<>(HandWritten.of(codec));
  }

  @Override
  public Object serialize(T value) throws Exception {
    Object made = honest.serialize(value);
    Object kept = written.get(value);
    if (kept == null) {
      int most = written.isEmpty() ? UNTIL_COMPILED : TIMES;
      for (int times = 1; times < most; times++) {
        made = honest.serialize(value);
      }
      written.put(value, made);
      kept = made;
    }
    return kept;
  }
}
