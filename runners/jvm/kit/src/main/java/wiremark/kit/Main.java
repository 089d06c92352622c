package wiremark.kit;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Program of a runner process: answers commands for one job (docs/PROTOCOL.md). */
public final class Main {
  /** Maximum characters of an error message: libraries may put a whole document into it. */
  private static final int LONGEST_MESSAGE = 4000;

  private Main() {}

  public static void main(String[] arguments) throws IOException {
    // Output of libraries goes to standard error, because standard output is for the protocol.
    System.setOut(System.err);
    InputStream in = new FileInputStream(FileDescriptor.in);
    boolean well = converse(in, new FileOutputStream(FileDescriptor.out));
    // Exits explicitly, since some libraries never end their threads.
    System.exit(well ? 0 : 1);
  }

  static boolean converse(InputStream in, OutputStream out) throws IOException {
    Lines lines = new Lines(in, out);
    Trial trial = load(lines);
    return trial != null && answer(lines, trial);
  }

  /** Reads a job and loads its serializer; after reporting an error, returns null. */
  private static Trial load(Lines lines) throws IOException {
    try {
      Map<String, String> job = job(lines);
      Trial trial = new Trial(work(job));
      lines.write("wiremark", "4");
      lines.write("runtime", "jvm", System.getProperty("java.version"));
      lines.write("version", fact("version.txt"));
      lines.write("ready");
      return trial;
    } catch (UnsupportedOperationException e) {
      fail(lines, "unsupported", e);
    } catch (ClassNotFoundException | NoClassDefFoundError | UnsupportedClassVersionError e) {
      fail(lines, "unavailable", e);
    } catch (Throwable e) { // A library may throw anything; its row crashes.
      fail(lines, "crash", e);
    }
    return null;
  }

  private static Map<String, String> job(Lines lines) throws IOException {
    Map<String, String> job = new HashMap<>();
    Lines.Line line;
    while ((line = lines.read()) != null && !line.key().equals("load")) {
      job.put(line.key(), line.value());
    }
    return job;
  }

  @SuppressWarnings("unchecked")
  private static Work work(Map<String, String> job) throws Exception {
    Class<?> type = Class.forName("wiremark.generated.Entry");
    Entry entry = (Entry) type.getConstructor().newInstance();
    Model<Object> model = (Model<Object>) entry.model();
    String serializer = job.get("serializer");
    if (serializer.startsWith(Limits.PREFIX)) {
      return Limits.of(serializer, model);
    }
    Class<?> output = Output.named(job.get("output"));
    return Task.of(job.get("task"), output, (Serializer<Object>) entry.serializer(), model);
  }

  private static boolean answer(Lines lines, Trial trial) throws IOException {
    Lines.Line line;
    while ((line = lines.read()) != null) {
      if (line.key().equals("end")) {
        lines.write("bye");
        return true;
      }
      try {
        answer(lines, trial, line);
      } catch (Mismatch e) {
        fail(lines, "mismatch", e);
        return false;
      } catch (Throwable e) { // A library may throw anything; its row crashes.
        fail(lines, "crash", e);
        return false;
      }
    }
    return true;
  }

  private static void answer(Lines lines, Trial trial, Lines.Line command) throws Exception {
    String key = command.key();
    String[] words = command.value().split(" ", 2);
    switch (key) {
      case "set" -> {
        trial.set(Path.of(words[1]));
        lines.write(key, words[0]);
      }
      case "slice" -> {
        try {
          Trial.Slice slice = trial.slice(Long.parseLong(words[0]), Integer.parseInt(words[1]));
          lines.write(key, words[0], slice.wall(), slice.cpu(), slice.length());
        } catch (Failed e) {
          lines.write("failed", e.operation, shortened(e.getMessage()));
        }
      }
      case "kept" -> lines.write(key, trial.kept(Path.of(command.value())));
      case "memory" -> {
        for (Lines.Line counted : trial.memory(Long.parseLong(words[0]))) {
          lines.write(counted.key(), counted.value());
        }
        lines.write(key, words[0]);
      }
      default -> throw new IOException("no command is called '" + key + "'");
    }
  }

  private static void fail(Lines lines, String kind, Throwable e) throws IOException {
    e.printStackTrace();
    boolean isExplained = e instanceof UnsupportedOperationException || e instanceof Mismatch;
    String message = isExplained && e.getMessage() != null ? e.getMessage() : e.toString();
    lines.write("error", kind, shortened(message));
  }

  private static String shortened(String message) {
    return message.length() <= LONGEST_MESSAGE
        ? message
        : message.substring(0, LONGEST_MESSAGE) + "…";
  }

  private static String fact(String name) throws IOException {
    try (InputStream in = Main.class.getResourceAsStream("/wiremark/generated/".concat(name))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    }
  }
}
