package wiremark.serializers;

import java.util.AbstractList;
import java.util.List;
import wiremark.kit.Serializer;
import wiremark.models.person.Person;

/** Leaves a list in its document. */
public final class LazyList implements Serializer<Person> {
  private final Serializer<Person> honest;

  private LazyList(Serializer<Person> honest) {
    this.honest = honest;
  }

  public static Serializer<Person> of(HandWritten.Codec<Person> codec) {
    return new LazyList(HandWritten.of(codec));
  }

  @Override
  public Person deserialize(Object document) throws Exception {
    Person person = honest.deserialize(document);
    List<String> tags = person.getTags();
    person.setTags(
        new AbstractList<>() {
          @Override
          public String get(int index) {
            return tags.get(index);
          }

          @Override
          public int size() {
            return tags.size();
          }
        });
    return person;
  }
}
