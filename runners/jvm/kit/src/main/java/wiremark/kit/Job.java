package wiremark.kit;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** What wiremark asks of this process: the lines before {@code load}. */
final class Job {
  private final Map<String, String> values = new HashMap<>();

  /** Reads the job to its end; keys that mean nothing here are ignored. */
  static Job read(Lines lines) throws IOException {
    Job job = new Job();
    Lines.Line line = lines.read();
    if (line == null || !line.key().equals("wiremark") || !line.value().equals("3")) {
      throw new IOException("expected 'wiremark 3', the protocol's first line");
    }
    while ((line = lines.read()) != null) {
      if (line.key().equals("load")) {
        return job;
      }
      job.values.put(line.key(), line.value());
    }
    throw new EOFException("the job ended before 'load'");
  }

  String serializer() throws IOException {
    return value("serializer");
  }

  TaskKind task() throws IOException {
    return TaskKind.of(value("task"));
  }

  /** Whether documents are strings of the language rather than bytes. */
  boolean text() throws IOException {
    return value("output").equals("text");
  }

  /**
   * The file of a set, {@code documents} or {@code hard}; with {@code -input}: as encoded
   * documents.
   */
  Path file(String key) throws IOException {
    String[] words = value(key).split(" ", 2);
    if (words.length != 2) {
      throw new IOException("'" + key + "' needs a count and a path");
    }
    return Path.of(words[1]);
  }

  private String value(String key) throws IOException {
    String value = values.get(key);
    if (value == null) {
      throw new IOException("the job has no '" + key + "'");
    }
    return value;
  }
}
