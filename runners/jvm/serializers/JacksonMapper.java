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
 * The mapper of all Jackson rows: stock settings, but for instants as RFC 3339 text. It is made
 * once and reused, and through a reader and a writer for the root type, as the page "Presentation:
 * Jackson Performance" of https://github.com/FasterXML/jackson-docs/wiki asks for.
 */
final class JacksonMapper {
  /**
   * Stands for the empty name, which Jackson takes for none at all wherever it comes from but a
   * naming strategy.
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
   * Takes {@link Name} for Jackson's own {@code @JsonProperty}, which would do just the same; the
   * models are shared with modules that have no Jackson. It is only asked when a type is met first,
   * never while documents are handled.
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
      // Not annotated.getAnnotation: Jackson keeps only the annotations that it knows.
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
