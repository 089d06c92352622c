package wiremark.kit;

import java.nio.charset.StandardCharsets;

/** Finished documents: strings ({@code text}) or byte arrays ({@code bytes}). */
final class Output {
  private Output() {}

  static Class<?> named(String kind) {
    return kind.equals("text") ? String.class : byte[].class;
  }

  static long length(Object document) {
    return document instanceof String text
        ? text.length()
        : document instanceof byte[] bytes ? bytes.length : 0;
  }

  /**
   * Returns the bytes of a document: a copy of its array, or a string as UTF-8. Throws unless the
   * document's class is exactly {@code wanted}.
   */
  static byte[] copy(String source, Object document, Class<?> wanted) throws Mismatch {
    if (document == null || document.getClass() != wanted) {
      String found = document == null ? "null" : document.getClass().getTypeName();
      String kind = wanted == String.class ? "text" : "bytes";
      throw new Mismatch(source + " returned " + found + " instead of " + kind);
    }
    return document instanceof String text
        ? text.getBytes(StandardCharsets.UTF_8)
        : ((byte[]) document).clone();
  }
}
