package wiremark.kit;

import java.io.IOException;

/** A result isn't what a result must be; the message says what it is. */
final class Mismatch extends IOException {
  private static final long serialVersionUID = 1;

  Mismatch(String message) {
    super(message);
  }
}
