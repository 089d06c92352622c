package wiremark.kit;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Reads the neutral fixture format (docs/PROTOCOL.md, "Fixtures"). A generated {@link Model} calls
 * it value by value: {@link #record()}, then that many times {@link #name()} and a value.
 */
public final class FixtureReader implements AutoCloseable {
  static final byte[] MAGIC = "WMFIX 1\n".getBytes(StandardCharsets.US_ASCII);

  private final DataInputStream in;
  // A tag that was looked at but not taken; -1: none.
  private int ahead = -1;

  public FixtureReader(InputStream in) {
    this.in = new DataInputStream(new BufferedInputStream(in, 1 << 16));
  }

  /** Reads a whole fixture file. */
  public static <T> List<T> readAll(InputStream in, Model<T> model) throws IOException {
    try (FixtureReader reader = new FixtureReader(in)) {
      int count = reader.header();
      List<T> values = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        values.add(model.read(reader));
      }
      return values;
    }
  }

  /** Reads the file's beginning; returns the number of documents. */
  public int header() throws IOException {
    byte[] magic = in.readNBytes(MAGIC.length);
    if (!Arrays.equals(magic, MAGIC)) {
      throw new IOException("not a fixture file");
    }
    return in.readInt();
  }

  /**
   * True if the next value is null, which is then taken; false if it is anything else, which stays.
   */
  public boolean readNull() throws IOException {
    if (peek() != 'N') {
      return false;
    }
    ahead = -1;
    return true;
  }

  /** The beginning of a record; returns the count of its fields. */
  public int record() throws IOException {
    expect('{');
    return in.readInt();
  }

  /** The name of a record's next field, the key of a map's next value. */
  public String name() throws IOException {
    return text();
  }

  /** The beginning of a list; returns the count of its values. */
  public int list() throws IOException {
    expect('[');
    return in.readInt();
  }

  /** The beginning of a map; returns the count of its entries: each {@link #name} and a value. */
  public int map() throws IOException {
    expect('M');
    return in.readInt();
  }

  public boolean readBoolean() throws IOException {
    int tag = take();
    if (tag != 'T' && tag != 'F') {
      throw unexpected(tag);
    }
    return tag == 'T';
  }

  public int readInt32() throws IOException {
    expect('i');
    return in.readInt();
  }

  public long readInt64() throws IOException {
    expect('l');
    return in.readLong();
  }

  public double readDouble() throws IOException {
    expect('d');
    return in.readDouble();
  }

  public String readString() throws IOException {
    expect('s');
    return text();
  }

  /** An enum's value, as its string in the documents. */
  public String readEnum() throws IOException {
    expect('e');
    return text();
  }

  public UUID readUuid() throws IOException {
    expect('u');
    return new UUID(in.readLong(), in.readLong());
  }

  public Instant readInstant() throws IOException {
    expect('m');
    return Instant.ofEpochMilli(in.readLong());
  }

  public byte[] readBytes() throws IOException {
    expect('b');
    return exactly(in.readInt());
  }

  /**
   * A JSON value of any kind: null, {@link Boolean}, {@link Long}, {@link Double}, {@link String},
   * {@link List} or {@link Map}.
   */
  public Object readAny() throws IOException {
    int tag = take();
    return switch (tag) {
      case 'N' -> null;
      case 'T' -> Boolean.TRUE;
      case 'F' -> Boolean.FALSE;
      case 'l' -> in.readLong();
      case 'd' -> in.readDouble();
      case 's' -> text();
      case '[' -> anyList(in.readInt());
      case 'M' -> anyMap(in.readInt());
      default -> throw unexpected(tag);
    };
  }

  /** Takes one value of any kind, with all that it holds. */
  public void skip() throws IOException {
    int tag = take();
    switch (tag) {
      case 'N', 'T', 'F' -> {}
      case 'i' -> exactly(4);
      case 'l', 'd', 'm' -> exactly(8);
      case 'u' -> exactly(16);
      case 's', 'e', 'b' -> exactly(in.readInt());
      case '[' -> skipValues(in.readInt(), false);
      case '{', 'M' -> skipValues(in.readInt(), true);
      default -> throw unexpected(tag);
    }
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  private List<Object> anyList(int count) throws IOException {
    List<Object> list = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      list.add(readAny());
    }
    return list;
  }

  private Map<String, Object> anyMap(int count) throws IOException {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < count; i++) {
      map.put(name(), readAny());
    }
    return map;
  }

  private void skipValues(int count, boolean named) throws IOException {
    for (int i = 0; i < count; i++) {
      if (named) {
        name();
      }
      skip();
    }
  }

  private String text() throws IOException {
    return new String(exactly(in.readInt()), StandardCharsets.UTF_8);
  }

  private byte[] exactly(int length) throws IOException {
    byte[] bytes = in.readNBytes(length);
    if (bytes.length != length) {
      throw new EOFException("the fixture ends in the middle of a value");
    }
    return bytes;
  }

  private int peek() throws IOException {
    if (ahead < 0) {
      ahead = in.readUnsignedByte();
    }
    return ahead;
  }

  private int take() throws IOException {
    int tag = peek();
    ahead = -1;
    return tag;
  }

  private void expect(char tag) throws IOException {
    int found = take();
    if (found != tag) {
      throw new IOException("fixture: expected tag '" + tag + "', found '" + (char) found + "'");
    }
  }

  private static IOException unexpected(int tag) {
    return new IOException("fixture: unexpected tag '" + (char) tag + "'");
  }
}
