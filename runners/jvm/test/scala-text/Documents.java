import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import wiremark.kit.Serializer;

/** Reads each line of its input as a document and prints what the serializer writes for it. */
final class Documents {
  public static void main(String[] args) throws Exception {
    roundTrip(new wiremark.generated.Entry().serializer());
  }

  private static <T> void roundTrip(Serializer<T> serializer) throws Exception {
    PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      out.println(answer(serializer, line));
    }
    out.flush();
  }

  private static <T> Object answer(Serializer<T> serializer, String document) throws Exception {
    try {
      return serializer.serialize(serializer.deserialize(document));
    } catch (IllegalArgumentException | java.time.DateTimeException e) {
      return "refused: " + e.getMessage();
    }
  }
}
