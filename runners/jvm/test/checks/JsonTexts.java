package wiremark.serializers;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.util.Base64;

/**
 * Reads lines with a dataset's part of package names and a document in Base64. Prints what the
 * hand-written row writes for the document, in Base64, or "refused".
 */
final class JsonTexts {
  public static void main(String[] arguments) throws Exception {
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String[] words = line.split(" ", 2);
      Class<?> codec = Class.forName("wiremark.handwritten." + words[0] + ".Codec");
      byte[] document = Base64.getDecoder().decode(words[1]);
      System.out.println(
          answer(
              (HandWritten.Codec<?>) codec.getConstructor().newInstance(),
              new String(document, StandardCharsets.UTF_8)));
    }
  }

  private static <T> String answer(HandWritten.Codec<T> codec, String document) throws Exception {
    var serializer = HandWritten.of(codec);
    try {
      String written = (String) serializer.serialize(serializer.deserialize(document));
      return Base64.getEncoder().encodeToString(written.getBytes(StandardCharsets.UTF_8));
    } catch (IllegalArgumentException | ArithmeticException | DateTimeException e) {
      return "refused";
    }
  }

  private JsonTexts() {}
}
