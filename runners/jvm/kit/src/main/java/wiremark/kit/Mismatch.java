package wiremark.kit;

import java.io.IOException;

/** A result is wrong, for example of another class; the message says why. */
final class Mismatch extends IOException {
  private static final long serialVersionUID = 1;

  Mismatch(String message) {
    super(message);
  }
}
