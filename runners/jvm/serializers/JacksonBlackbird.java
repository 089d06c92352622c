package wiremark.serializers;

import com.fasterxml.jackson.module.blackbird.BlackbirdModule;
import java.lang.reflect.Type;
import wiremark.kit.Serializer;

/**
 * Jackson databind with the Blackbird module, which replaces reflection by method handles and
 * lambdas.
 */
public final class JacksonBlackbird {
  private JacksonBlackbird() {}

  public static <T> Serializer<T> of(Type root) {
    return new JacksonText<>(
        JacksonMapper.builder().addModule(new BlackbirdModule()).build(), root);
  }
}
