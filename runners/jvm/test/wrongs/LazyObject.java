package wiremark.serializers;

import java.util.List;
import wiremark.kit.Serializer;
import wiremark.models.person.Person;

/** Leaves all fields in their document. */
public final class LazyObject implements Serializer<Person> {
  private final Serializer<Person> honest;

  private LazyObject(Serializer<Person> honest) {
    this.honest = honest;
  }

  public static Serializer<Person> of(HandWritten.Codec<Person> codec) {
    return new LazyObject(HandWritten.of(codec));
  }

  @Override
  public Person deserialize(Object document) {
    return new Unread(document);
  }

  private final class Unread extends Person {
    private final Object document;
    private Person read;

    Unread(Object document) {
      this.document = document;
    }

    private Person read() {
      try {
        return read == null ? read = honest.deserialize(document) : read;
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public long getId() {
      return read().getId();
    }

    @Override
    public String getName() {
      return read().getName();
    }

    @Override
    public double getScore() {
      return read().getScore();
    }

    @Override
    public List<String> getTags() {
      return read().getTags();
    }
  }
}
