package wiremark.kit;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads and writes files of encoded documents: for each its length (4 bytes, big-endian) and its
 * bytes.
 */
final class Frames {
  private Frames() {}

  static List<Object> read(Path file, Class<?> output) throws IOException {
    List<Object> documents = new ArrayList<>();
    ByteBuffer in = ByteBuffer.wrap(Files.readAllBytes(file));
    while (in.hasRemaining()) {
      byte[] bytes = new byte[in.getInt()];
      in.get(bytes);
      documents.add(output == String.class ? new String(bytes, StandardCharsets.UTF_8) : bytes);
    }
    return documents;
  }

  static void write(Path file, List<byte[]> documents) throws IOException {
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
      for (byte[] document : documents) {
        out.writeInt(document.length);
        out.write(document);
      }
    }
  }
}
