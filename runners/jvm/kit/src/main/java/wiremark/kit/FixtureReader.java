package wiremark.kit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Reads fixtures, documents in a neutral binary format (docs/PROTOCOL.md, "Frames and fixtures"). A
 * generated {@link Model} calls a method for each value; for a record, it calls {@link #record()},
 * then {@link #name()} and another method for each field.
 */
public final class FixtureReader {
  static final byte[] MAGIC = "WMFIX 2\n".getBytes(StandardCharsets.US_ASCII);

  private final ByteBuffer in;

  private FixtureReader(ByteBuffer in) {
    this.in = in;
  }

  public static <T> List<T> readAll(Path file, Model<T> model) throws IOException {
    FixtureReader reader = new FixtureReader(ByteBuffer.wrap(Files.readAllBytes(file)));
    reader.exactly(MAGIC.length);
    int count = reader.in.getInt();
    List<T> values = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      values.add(model.read(reader));
    }
    return values;
  }

  /** Returns whether the next value is null, and skips it if so. */
  public boolean readNull() {
    boolean isNull = in.get(in.position()) == 'N';
    if (isNull) {
      in.get();
    }
    return isNull;
  }

  public int record() throws IOException {
    return expect('{').getInt();
  }

  /** Reads the name of a record's next field, or the key of a map's next entry. */
  public String name() {
    return new String(exactly(in.getInt()), StandardCharsets.UTF_8);
  }

  public int list() throws IOException {
    return expect('[').getInt();
  }

  /**
   * Reads the start of a map; returns the number of its entries, each a {@link #name} and a value.
   */
  public int map() throws IOException {
    return expect('M').getInt();
  }

  public boolean readBoolean() {
    return in.get() == 'T';
  }

  public int readInt32() throws IOException {
    return (int) readInt64();
  }

  public long readInt64() throws IOException {
    return expect('l').getLong();
  }

  public double readDouble() throws IOException {
    return expect('d').getDouble();
  }

  public String readString() throws IOException {
    expect('s');
    return name();
  }

  public UUID readUuid() throws IOException {
    return UUID.fromString(readString());
  }

  public Instant readInstant() throws IOException {
    return Instant.ofEpochMilli(expect('m').getLong());
  }

  public byte[] readBytes() throws IOException {
    return exactly(expect('b').getInt());
  }

  public Object readAny() throws IOException {
    byte tag = in.get();
    return switch (tag) {
      case 'N' -> null;
      case 'T' -> Boolean.TRUE;
      case 'F' -> Boolean.FALSE;
      case 'l' -> in.getLong();
      case 'd' -> in.getDouble();
      case 's' -> name();
      case '[' -> anyList(in.getInt());
      case 'M' -> anyMap(in.getInt());
      default -> throw new IOException("fixture: unexpected tag '" + (char) tag + "'");
    };
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

  private byte[] exactly(int length) {
    byte[] bytes = new byte[length];
    in.get(bytes);
    return bytes;
  }

  private ByteBuffer expect(char tag) throws IOException {
    byte found = in.get();
    if (found != tag) {
      throw new IOException("fixture: expected tag '" + tag + "', found '" + (char) found + "'");
    }
    return in;
  }
}
