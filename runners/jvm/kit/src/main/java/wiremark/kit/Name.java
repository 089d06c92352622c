package wiremark.kit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The name in the documents of a property or an enum constant whose Java name differs. The
 * generated Java models carry it instead of a library's own annotation, so that no library is on
 * the others' class path.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.FIELD})
public @interface Name {
  String value();
}
