package wiremark.kit;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Goes through all that a module can do, once, on documents of the build program's, so that the JVM
 * can archive the classes that this takes. What fails here has no classes in the archive, and is
 * told when it is measured.
 */
public final class Training {
  private Training() {}

  /** The argument is a fixture; what it leaves lies beside it. */
  public static void main(String[] arguments) throws IOException {
    System.setOut(System.err);
    Path fixture = Path.of(arguments[0]);
    for (String output : List.of("text", "bytes")) {
      Path encoded = fixture.resolveSibling(output + ".frames");
      run(TaskKind.SERIALIZE, output, fixture, fixture, encoded);
      if (Files.exists(encoded)) {
        for (TaskKind task : TaskKind.values()) {
          Path input = task.reads ? encoded : fixture;
          run(task, output, fixture, input, fixture.resolveSibling("dump"));
        }
      }
    }
    System.exit(0);
  }

  /** One whole conversation. */
  private static void run(TaskKind task, String output, Path fixture, Path input, Path dump)
      throws IOException {
    String sets = "documents 1 %1$s\nhard 1 %1$s\n".formatted(fixture);
    String inputs = task.reads ? "documents-input 1 %1$s\nhard-input 1 %1$s\n" : "";
    String conversation =
        ("wiremark 3\nserializer %s\noutput %s\ntask %s\n" + sets + inputs.formatted(input))
                .formatted(Main.fact("serializer"), output, task.label)
            + "load\nslice 2 0\nfresh 1 %s\ndump documents %s\nend\n".formatted(input, dump);
    byte[] bytes = conversation.getBytes(StandardCharsets.UTF_8);
    Main.converse(new ByteArrayInputStream(bytes), OutputStream.nullOutputStream());
  }
}
