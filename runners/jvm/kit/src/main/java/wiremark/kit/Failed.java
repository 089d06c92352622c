package wiremark.kit;

/**
 * An operation of a library failed; {@link #operation} is its index in the slice (the series of
 * operations that is timed), from 0.
 */
final class Failed extends Exception {
  private static final long serialVersionUID = 1;

  final long operation;

  Failed(long operation, Throwable cause) {
    super(cause.toString(), cause);
    this.operation = operation;
  }
}
