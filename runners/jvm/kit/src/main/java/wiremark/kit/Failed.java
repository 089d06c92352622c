package wiremark.kit;

/** A library refused an operation, which is told by its number in the slice. */
final class Failed extends Exception {
  private static final long serialVersionUID = 1;

  final long operation;

  Failed(long operation, Throwable cause) {
    super(cause.toString(), cause);
    this.operation = operation;
  }
}
