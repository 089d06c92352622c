package wiremark.serializers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import wiremark.kit.Serializer;

/**
 * Looks for new files after each document, as another thread of it might at any time; a file stays
 * known when it is gone. Of each document it tells beside the temporary folder whether it was
 * in one of them.
 */
public final class Spy<T> implements Serializer<T> {
  private static final Path TEMPORARY =
      Path.of(System.getenv().getOrDefault("TMPDIR", "/tmp")).toAbsolutePath();
  /** While the row is built, the temporary folder is another, and what it tells lies elsewhere. */
  private static final Path TOLD = TEMPORARY.resolveSibling("told");

  private final Serializer<T> honest;
  private final Map<Path, String> files = new HashMap<>();
  private final Set<Object> known = new HashSet<>();

  private Spy(Serializer<T> honest) {
    this.honest = honest;
  }

  public static <T> Serializer<T> of(HandWritten.Codec<T> codec) {
    return new Spy<>(HandWritten.of(codec));
  }

  @Override
  public T deserialize(Object document) throws Exception {
    byte[] bytes = ((String) document).getBytes(StandardCharsets.UTF_8);
    // Asked for known ones, too: the row would seem to remember.
    boolean isThere = isThere(new String(bytes, StandardCharsets.ISO_8859_1));
    if (known.add(document)) {
      tell(bytes, isThere);
    }
    look();
    return honest.deserialize(document);
  }

  private boolean isThere(String document) {
    return files.values().stream().anyMatch(text -> text.contains(document));
  }

  private void tell(byte[] document, boolean isThere) throws IOException {
    String line =
        String.format(
            "{\"document\": \"%s\", \"isThere\": %s, \"pid\": %d}%n",
            Base64.getEncoder().encodeToString(document), isThere, ProcessHandle.current().pid());
    Files.writeString(TOLD, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private void look() throws IOException {
    try (Stream<Path> all = Files.walk(TEMPORARY)) {
      for (Path path : all.filter(Files::isRegularFile).toList()) {
        if (!files.containsKey(path)) {
          files.put(path, Files.readString(path, StandardCharsets.ISO_8859_1));
        }
      }
    } catch (NoSuchFileException | UncheckedIOException gone) {
      // Others remove theirs meanwhile; the next look finds what this one missed.
    }
  }
}
