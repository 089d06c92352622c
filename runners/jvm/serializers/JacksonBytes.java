package wiremark.serializers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.lang.reflect.Type;
import wiremark.kit.Serializer;

/** Jackson databind, to and from UTF-8 bytes. */
public final class JacksonBytes<T> implements Serializer<T> {
  private final JsonMapper mapper = JacksonMapper.builder().build();
  private final ObjectWriter writer;
  private final ObjectReader reader;

  private JacksonBytes(Type root) {
    this.writer = mapper.writerFor(mapper.constructType(root));
    this.reader = mapper.readerFor(mapper.constructType(root));
  }

  public static <T> Serializer<T> of(Type root) {
    return new JacksonBytes<>(root);
  }

  @Override
  public Object serialize(T value) throws IOException {
    return writer.writeValueAsBytes(value);
  }

  @Override
  public T deserialize(Object document) throws IOException {
    return reader.readValue((byte[]) document);
  }

  @Override
  public Object toTree(T value) {
    return mapper.valueToTree(value);
  }

  @Override
  public Object parseTree(Object document) throws IOException {
    return mapper.readTree((byte[]) document);
  }

  @Override
  public Object writeTree(Object tree) throws IOException {
    return mapper.writeValueAsBytes((JsonNode) tree);
  }
}
