package wiremark.kit;

import java.nio.charset.StandardCharsets;

/** Finished documents: strings ({@code text}) or byte arrays. */
final class Output {
  private Output() {}

  /** The class of what a job's {@code output} calls for. */
  static Class<?> named(String kind) {
    return kind.equals("text") ? String.class : byte[].class;
  }

  /** Its units; 0 for what is no document. */
  static long length(Object document) {
    return document instanceof String text
        ? text.length()
        : document instanceof byte[] bytes ? bytes.length : 0;
  }

  /** The bytes of a document of exactly that class, a string's in UTF-8. */
  static byte[] copy(String source, Object document, Class<?> wanted) throws Mismatch {
    if (document == null || document.getClass() != wanted) {
      String found = document == null ? "null" : document.getClass().getTypeName();
      String kind = wanted == String.class ? "text" : "bytes";
      throw new Mismatch(source + " put out " + found + " instead of " + kind);
    }
    return document instanceof String text
        ? text.getBytes(StandardCharsets.UTF_8)
        : ((byte[]) document).clone();
  }
}
