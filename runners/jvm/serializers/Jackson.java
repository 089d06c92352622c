package wiremark.serializers;

import java.lang.reflect.Type;
import wiremark.kit.Serializer;

/** Jackson databind with only one module, the one for instants. */
public final class Jackson {
  private Jackson() {}

  public static <T> Serializer<T> of(Type root) {
    return new JacksonText<>(JacksonMapper.builder().build(), root);
  }
}
