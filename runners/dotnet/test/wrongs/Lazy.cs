using System.Collections;
using Wiremark.Kit;
using Wiremark.Models;

namespace Wiremark.Serializers;

/// <summary>Wrong serializers that read a list, or the whole document, only when it is accessed.</summary>
public static class Lazy
{
    public static Serializer<Person> Of(string id) => id switch
    {
        "lazy-list" => new LazyList(),
        "lazy-object" => new LazyObject(),
        _ => new SystemTextJson<Person>(),
    };

    private sealed class LazyList : Serializer<Person>
    {
        private readonly SystemTextJson<Person> right = new();

        public override Person DeserializeText(string text)
        {
            var person = right.DeserializeText(text);
            person.Tags = new Unread(() => right.DeserializeText(text).Tags);
            return person;
        }

        private sealed class Unread(Func<List<string>> read) : List<string>, IEnumerable<string>
        {
            IEnumerator<string> IEnumerable<string>.GetEnumerator() => read().GetEnumerator();

            IEnumerator IEnumerable.GetEnumerator() => read().GetEnumerator();
        }
    }

    private sealed class LazyObject : Serializer<Person>
    {
        private readonly SystemTextJson<Person> right = new();

        public override Person DeserializeText(string text) => new Unread(() => right.DeserializeText(text));

        private sealed class Unread(Func<Person> read) : Person
        {
            public new string Name => read().Name;
        }
    }
}
