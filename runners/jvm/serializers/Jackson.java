package wiremark.serializers;

import java.lang.reflect.Type;
import wiremark.kit.Serializer;

/** Jackson databind; its only module is the one for instants. */
public final class Jackson {
  private Jackson() {}

  public static <T> Serializer<T> of(Type root) {
    return new JacksonText<>(JacksonMapper.builder().build(), root);
  }
}
