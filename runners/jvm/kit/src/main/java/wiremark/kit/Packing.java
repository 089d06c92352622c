package wiremark.kit;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.Deflater;

/**
 * Packs a folder of classes into a jar, for the build program: installations that only run Java
 * have no {@code jar} command.
 */
public final class Packing {
  private Packing() {}

  /** Arguments: the folder, and the path of the new jar. */
  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[0]);
    List<Path> files;
    try (Stream<Path> found = Files.walk(folder)) {
      files = found.filter(Files::isRegularFile).sorted().toList();
    }
    try (JarOutputStream jar =
        new JarOutputStream(
            new BufferedOutputStream(Files.newOutputStream(Path.of(arguments[1]))))) {
      jar.setLevel(Deflater.NO_COMPRESSION);
      for (Path file : files) {
        String name = folder.relativize(file).toString();
        JarEntry entry = new JarEntry(name.replace(file.getFileSystem().getSeparator(), "/"));
        entry.setTime(0);
        jar.putNextEntry(entry);
        Files.copy(file, jar);
      }
    }
  }
}
