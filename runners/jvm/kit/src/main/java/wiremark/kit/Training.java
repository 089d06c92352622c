package wiremark.kit;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Runs all tasks of the serializer for both output kinds, on a document from the build program, so
 * that the JVM can archive the classes that they load. Ignores failed tasks: measuring reports
 * their errors.
 */
public final class Training {
  private Training() {}

  /** Argument: the path of a fixture. Output files go to the same folder. */
  public static void main(String[] arguments) throws IOException {
    System.setOut(System.err);
    Path fixture = Path.of(arguments[0]);
    Path kept = fixture.resolveSibling("kept");
    for (String output : List.of("text", "bytes")) {
      Path encoded = fixture.resolveSibling(output + ".frames");
      run("serialize", output, fixture, encoded);
      if (Files.exists(encoded)) {
        run("deserialize", output, encoded, kept);
        run("to-tree", output, fixture, kept);
        run("parse-tree", output, encoded, kept);
      }
    }
    System.exit(0);
  }

  private static void run(String task, String output, Path inputs, Path kept) throws IOException {
    String conversation =
        "wiremark 4\nserializer trained\noutput %s\ntask %s\nload\nset 1 %s\nslice 2 1\nkept %s\nend\n"
            .formatted(output, task, inputs, kept);
    byte[] bytes = conversation.getBytes(StandardCharsets.UTF_8);
    Main.converse(new ByteArrayInputStream(bytes), OutputStream.nullOutputStream());
  }
}
