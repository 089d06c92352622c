package wiremark.serializers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.lang.reflect.Type;
import wiremark.kit.Serializer;

final class JacksonText<T> implements Serializer<T> {
  private final JsonMapper mapper;
  private final ObjectWriter writer;
  private final ObjectReader reader;

  JacksonText(JsonMapper mapper, Type root) {
    this.mapper = mapper;
    this.writer = mapper.writerFor(mapper.constructType(root));
    this.reader = mapper.readerFor(mapper.constructType(root));
  }

  @Override
  public Object serialize(T value) throws IOException {
    return writer.writeValueAsString(value);
  }

  @Override
  public T deserialize(Object document) throws IOException {
    return reader.readValue((String) document);
  }

  @Override
  public Object toTree(T value) {
    return mapper.valueToTree(value);
  }

  @Override
  public Object parseTree(Object document) throws IOException {
    return mapper.readTree((String) document);
  }

  @Override
  public Object writeTree(Object tree) throws IOException {
    return mapper.writeValueAsString((JsonNode) tree);
  }
}
