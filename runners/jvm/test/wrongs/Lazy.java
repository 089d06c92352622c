package wiremark.serializers;

import java.util.AbstractList;
import java.util.List;
import wiremark.kit.Serializer;
import wiremark.models.person.Person;

/**
 * Wrong serializers: one returns a list of its own class, which could parse later; the other parses
 * the document whenever a field is read.
 */
public final class Lazy {
  private Lazy() {}

  public static Serializer<Person> of(HandWritten.Codec<Person> codec, String id) {
    Serializer<Person> right = HandWritten.of(codec);
    return new Serializer<>() {
      @Override
      public Person deserialize(Object document) throws Exception {
        if (id.equals("lazy-object")) {
          return new Unread(right, document);
        }
        Person person = right.deserialize(document);
        person.setTags(new LateList(person.getTags()));
        return person;
      }
    };
  }

  private static final class LateList extends AbstractList<String> {
    private final List<String> tags;

    LateList(List<String> tags) {
      this.tags = tags;
    }

    @Override
    public String get(int index) {
      return tags.get(index);
    }

    @Override
    public int size() {
      return tags.size();
    }
  }

  private static final class Unread extends Person {
    private final Serializer<Person> right;
    private final Object document;

    Unread(Serializer<Person> right, Object document) {
      this.right = right;
      this.document = document;
    }

    private Person read() {
      try {
        return right.deserialize(document);
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
