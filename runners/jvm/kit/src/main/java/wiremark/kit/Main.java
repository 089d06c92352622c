package wiremark.kit;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * One runner process: takes a job, loads it, answers commands until its input ends
 * (docs/PROTOCOL.md).
 */
public final class Main {
  private Main() {}

  public static void main(String[] arguments) throws IOException {
    // Standard output is the protocol's alone: what libraries print goes to standard error.
    System.setOut(System.err);
    Lines lines = new Lines(System.in, new FileOutputStream(FileDescriptor.out));
    int status = 1;
    Trial trial = load(lines);
    if (trial != null) {
      status = answer(lines, trial) ? 0 : 1;
    }
    // Not every library ends its threads.
    System.exit(status);
  }

  /** Reads the job and loads it; null after an error, which has been reported. */
  private static Trial load(Lines lines) throws IOException {
    try {
      Job job = Job.read(lines);
      Trial trial = new Trial(work(job));
      lines.write("wiremark", "2");
      lines.write("runtime", "jvm " + System.getProperty("java.version"));
      lines.write("version", fact("version"));
      lines.write("ready", "");
      return trial;
    } catch (UnsupportedOperationException e) {
      fail(lines, "unsupported", e);
    } catch (ClassNotFoundException | NoClassDefFoundError | UnsupportedClassVersionError e) {
      fail(lines, "unavailable", e);
    } catch (Throwable e) { // A library may fail in any way; all of them are its verdict.
      fail(lines, "crash", e);
    }
    return null;
  }

  private static Work work(Job job) throws Exception {
    String serializer = job.serializer();
    // A limit runs in any module.
    boolean limit = serializer.startsWith(LimitWork.PREFIX);
    if (!limit && !serializer.equals(fact("serializer"))) {
      throw new ClassNotFoundException(
          "the class path is that of " + fact("serializer") + ", not of " + serializer);
    }
    Class<?> type = Class.forName("wiremark.generated.Entry");
    Entry entry = (Entry) type.getConstructor().newInstance();
    return limit ? LimitWork.of(job, entry) : new SerializerWork(job, entry);
  }

  /** Answers commands; false if one failed. */
  private static boolean answer(Lines lines, Trial trial) throws IOException {
    Lines.Line line;
    while ((line = lines.read()) != null) {
      try {
        switch (line.key()) {
          case "slice" -> {
            Trial.Slice slice = trial.slice(Long.parseLong(line.value()));
            lines.write(
                "slice",
                slice.operations()
                    + " "
                    + slice.wall()
                    + " "
                    + slice.cpu()
                    + " "
                    + slice.checksum());
          }
          case "memory" -> {
            for (Lines.Line counted : trial.memory(Long.parseLong(line.value()))) {
              lines.write(counted.key(), counted.value());
            }
            lines.write("memory", line.value());
          }
          case "dump" -> {
            String[] words = line.words(2);
            int count = trial.dump(words[0], Path.of(words[1]));
            lines.write("dumped", words[0] + " " + count);
          }
          case "end" -> {
            lines.write("bye", "");
            return true;
          }
          default -> throw new IOException("no command is called '" + line.key() + "'");
        }
      } catch (Throwable e) { // As above; a StackOverflowError is a library's answer too.
        fail(lines, "crash", e);
        return false;
      }
    }
    return true;
  }

  private static void fail(Lines lines, String kind, Throwable e) throws IOException {
    e.printStackTrace();
    String message =
        e instanceof UnsupportedOperationException && e.getMessage() != null
            ? e.getMessage()
            : e.toString();
    lines.write("error", kind + " " + message);
  }

  /**
   * What the builder leaves in the module about its serializer: its {@code version}, its id under
   * {@code serializer}.
   */
  private static String fact(String name) throws IOException {
    String file = "/wiremark/generated/" + name + ".txt";
    try (InputStream in = Main.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IOException("the module has no " + file);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    }
  }
}
