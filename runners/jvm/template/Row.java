package wiremark.serializers;

import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.PropertyName;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.MapperConfig;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedClass;
import com.fasterxml.jackson.databind.introspect.AnnotatedField;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.IOException;
import java.lang.reflect.Type;
import wiremark.kit.Name;
import wiremark.kit.Serializer;

/**
 * This row uses Jackson. Replace it with your library, configured as its documentation recommends
 * for speed. wiremark times all that serialize and deserialize do, and verifies their results on
 * hard documents. Documents are objects of classes generated from the data.
 */
public final class Row<T> implements Serializer<T> {
  private final ObjectWriter writer;
  private final ObjectReader reader;

  private Row(Type root) {
    JsonMapper mapper =
        JsonMapper.builder()
            .annotationIntrospector(new Names())
            .addModule(new JavaTimeModule())
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
            .build();
    writer = mapper.writerFor(mapper.constructType(root));
    reader = mapper.readerFor(mapper.constructType(root));
  }

  /** wiremark calls this method to get the serializer for documents of type {@code root}. */
  public static <T> Serializer<T> of(Type root) {
    return new Row<>(root);
  }

  @Override
  public Object serialize(T value) throws IOException {
    return writer.writeValueAsString(value);
  }

  @Override
  public T deserialize(Object document) throws IOException {
    return reader.readValue((String) document);
  }

  /** Reads {@link Name}, the name of a field or enum constant in documents. */
  private static final class Names extends JacksonAnnotationIntrospector {
    private static final long serialVersionUID = 1;

    @Override
    public PropertyName findNameForSerialization(Annotated annotated) {
      return name(annotated, super.findNameForSerialization(annotated));
    }

    @Override
    public PropertyName findNameForDeserialization(Annotated annotated) {
      return name(annotated, super.findNameForDeserialization(annotated));
    }

    @Override
    public String[] findEnumValues(
        MapperConfig<?> config, AnnotatedClass type, Enum<?>[] values, String[] names) {
      for (AnnotatedField constant : type.fields()) {
        Name name = constant.getAnnotated().getAnnotation(Name.class);
        for (int i = 0; name != null && i < values.length; i++) {
          if (values[i].name().equals(constant.getName())) {
            names[i] = name.value();
          }
        }
      }
      return names;
    }

    private static PropertyName name(Annotated annotated, PropertyName otherwise) {
      Name name =
          annotated.getAnnotated() == null
              ? null
              : annotated.getAnnotated().getAnnotation(Name.class);
      return name == null || name.value().isEmpty()
          ? otherwise
          : PropertyName.construct(name.value());
    }
  }
}
