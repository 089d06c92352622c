package wiremark.kit;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Files of encoded documents: each its length, 4 bytes big-endian, and its bytes. */
final class Frames {
  private Frames() {}

  /** All documents of a file, as strings ({@code text}) or byte arrays. */
  static List<Object> read(Path file, boolean text) throws IOException {
    List<Object> documents = new ArrayList<>();
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      long left = Files.size(file);
      while (left > 0) {
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        documents.add(text ? new String(bytes, StandardCharsets.UTF_8) : bytes);
        left -= 4L + bytes.length;
      }
      return documents;
    } catch (EOFException e) {
      throw new IOException("the frames file ends in the middle of a document: " + file, e);
    }
  }

  /** Writes documents, strings as UTF-8. */
  static void write(Path file, List<?> documents) throws IOException {
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
      for (Object document : documents) {
        byte[] bytes = bytes(document);
        out.writeInt(bytes.length);
        out.write(bytes);
      }
    }
  }

  private static byte[] bytes(Object document) throws IOException {
    if (document instanceof String text) {
      return text.getBytes(StandardCharsets.UTF_8);
    }
    if (document instanceof byte[] bytes) {
      return bytes;
    }
    throw new IOException(
        "the serializer returned "
            + (document == null ? "null" : "a " + document.getClass().getName())
            + ", neither a String nor a byte[]");
  }
}
