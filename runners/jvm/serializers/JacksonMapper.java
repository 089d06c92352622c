package wiremark.serializers;

import com.fasterxml.jackson.databind.PropertyName;
import com.fasterxml.jackson.databind.PropertyNamingStrategy;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.MapperConfig;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedClass;
import com.fasterxml.jackson.databind.introspect.AnnotatedField;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.AnnotatedMethod;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import wiremark.kit.Name;

/**
 * The mapper of all Jackson rows, with default settings except that instants are RFC 3339 text and
 * that {@link Name} gives names. Each row creates one mapper and reuses it through a reader and a
 * writer for the root type, as the page "Presentation: Jackson Performance" of
 * https://github.com/FasterXML/jackson-docs/wiki recommends.
 */
final class JacksonMapper {
  /**
   * Placeholder for the empty name: Jackson treats an empty name as missing, unless a naming
   * strategy returns it.
   */
  private static final String EMPTY = "an empty name, which no property of a bean has by nature";

  private JacksonMapper() {}

  static JsonMapper.Builder builder() {
    return JsonMapper.builder()
        .annotationIntrospector(new NameIntrospector())
        .propertyNamingStrategy(new EmptyNames())
        .addModule(new JavaTimeModule())
        .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS);
  }

  /**
   * Reads {@link Name} like Jackson's own {@code @JsonProperty}, which models don't have, since
   * rows of other libraries use the same models. Jackson calls these methods once per type, never
   * per document.
   */
  private static final class NameIntrospector extends JacksonAnnotationIntrospector {
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
    public String findImplicitPropertyName(AnnotatedMember member) {
      Name name = annotation(member);
      return name != null && name.value().isEmpty()
          ? EMPTY
          : super.findImplicitPropertyName(member);
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
      Name name = annotation(annotated);
      return name == null || name.value().isEmpty()
          ? otherwise
          : PropertyName.construct(name.value());
    }

    private static Name annotation(Annotated annotated) {
      // Not annotated.getAnnotation, since Jackson keeps only annotations that it knows.
      return annotated.getAnnotated() == null
          ? null
          : annotated.getAnnotated().getAnnotation(Name.class);
    }
  }

  private static final class EmptyNames extends PropertyNamingStrategy {
    private static final long serialVersionUID = 1;

    @Override
    public String nameForGetterMethod(
        MapperConfig<?> config, AnnotatedMethod method, String otherwise) {
      return otherwise.equals(EMPTY) ? "" : otherwise;
    }

    @Override
    public String nameForSetterMethod(
        MapperConfig<?> config, AnnotatedMethod method, String otherwise) {
      return otherwise.equals(EMPTY) ? "" : otherwise;
    }
  }
}
