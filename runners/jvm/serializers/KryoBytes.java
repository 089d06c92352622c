package wiremark.serializers;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.serializers.DefaultSerializers.UUIDSerializer;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.UUID;
import wiremark.kit.Serializer;

/**
 * Kryo as its README recommends
 * (https://github.com/EsotericSoftware/kryo/blob/kryo-parent-5.6.2/README.md): registered classes,
 * so that documents contain numbers instead of class names ("Registration"); one reused Kryo,
 * Output and Input per thread, since creating them is expensive ("Thread safety", "Pooling"); an
 * Output that grows and is read as bytes, without a stream ("Output").
 */
public final class KryoBytes<T> implements Serializer<T> {
  private final Kryo kryo = new Kryo();
  private final Output output = new Output(1024, -1);
  private final Input input = new Input();

  private KryoBytes(Type root) {
    // JDK classes of fields. Kryo itself registers strings and boxed primitives.
    List.of(ArrayList.class, LinkedHashMap.class, Instant.class, byte[].class)
        .forEach(kryo::register);
    kryo.register(UUID.class, new UUIDSerializer());
    ModelClasses.of(root).forEach(kryo::register);
  }

  public static <T> Serializer<T> of(Type root) {
    return new KryoBytes<>(root);
  }

  @Override
  public Object serialize(T value) {
    output.reset();
    kryo.writeClassAndObject(output, value);
    return output.toBytes();
  }

  @Override
  @SuppressWarnings("unchecked")
  public T deserialize(Object document) {
    input.setBuffer((byte[]) document);
    return (T) kryo.readClassAndObject(input);
  }
}
