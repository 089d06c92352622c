using System.Text;
using Wiremark.Kit;

namespace Wiremark.Serializers;

/// <summary>The standard wrong serializers (test/contract/runtime/wrongs.ts) that any dataset shows.</summary>
public static class Wrongs
{
    public static Serializer<T> Of<T>(string id)
        where T : notnull => id switch
        {
            "remembers" => new Remembers<T>(),
            "remembers-with-a-delay" => new RemembersWithDelay<T>(),
            "stale" => new Stale<T>(),
            "later" => new Later<T>(),
            "one-buffer" => new OneBuffer<T>(),
            "fails" => new Fails<T>(),
            "grows" => new Grows<T>(),
            _ => new SystemTextJson<T>(),
        };

    /// <summary>Keeps what it wrote for each object, and what it read from each text.</summary>
    private sealed class Remembers<T> : Serializer<T>
        where T : notnull
    {
        private readonly SystemTextJson<T> right = new();
        private readonly Dictionary<T, string> written = [];
        private readonly Dictionary<string, T> read = [];

        public override string SerializeText(T document)
        {
            if (!written.TryGetValue(document, out var text))
                written[document] = text = right.SerializeText(document);
            return text;
        }

        public override T DeserializeText(string text)
        {
            if (!read.TryGetValue(text, out var document))
                read[text] = document = right.DeserializeText(text);
            return document;
        }
    }

    /// <summary>
    /// Does the work once for what it knows, in place of a wait, and many times for what is new. A wait by the clock would be as long
    /// as the work took before it was compiled.
    /// </summary>
    private sealed class RemembersWithDelay<T> : Serializer<T>
        where T : notnull
    {
        private readonly SystemTextJson<T> right = new();
        private readonly Dictionary<T, string> written = [];

        public override string SerializeText(T document)
        {
            var made = right.SerializeText(document);
            if (written.TryGetValue(document, out var text))
                return text;
            // After the first document the work is as fast for known documents as for new ones.
            var times = written.Count == 0 ? 50_000 : 64;
            for (var i = 1; i < times; i++)
                made = right.SerializeText(document);
            return written[document] = made;
        }
    }

    /// <summary>Works while somebody may look, then every other time only; in between it returns its last result.</summary>
    private sealed class Stale<T> : Serializer<T>
    {
        private readonly SystemTextJson<T> right = new();
        private long last = Environment.TickCount64;
        private int calls;
        private string written = "";
        private T? read;

        public override string SerializeText(T document) => Works() ? written = right.SerializeText(document) : written;

        public override T DeserializeText(string text) => Works() ? read = right.DeserializeText(text) : read!;

        private bool Works()
        {
            var now = Environment.TickCount64;
            // After a pause there may be other documents.
            calls = now - last > 50 ? 0 : calls + 1;
            last = now;
            return calls < 2000 || calls % 2 == 0;
        }
    }

    /// <summary>Returns an empty array, which another thread fills a moment later.</summary>
    private sealed class Later<T> : Serializer<T>
    {
        private readonly SystemTextJson<T> right = new();

        public override byte[] SerializeBytes(T document)
        {
            var written = Encoding.UTF8.GetBytes(right.SerializeText(document));
            var result = new byte[written.Length];
            _ = Task.Delay(20).ContinueWith(_ => written.CopyTo(result, 0), TaskScheduler.Default);
            return result;
        }
    }

    /// <summary>Returns one array for all documents of a length.</summary>
    private sealed class OneBuffer<T> : Serializer<T>
    {
        private readonly SystemTextJson<T> right = new();
        private readonly Dictionary<int, byte[]> buffers = [];

        public override byte[] SerializeBytes(T document)
        {
            var written = Encoding.UTF8.GetBytes(right.SerializeText(document));
            if (!buffers.TryGetValue(written.Length, out var buffer))
                buffers[written.Length] = buffer = new byte[written.Length];
            written.CopyTo(buffer, 0);
            return buffer;
        }
    }

    /// <summary>Does the work but for some documents, which it refuses.</summary>
    private sealed class Fails<T> : Serializer<T>
    {
        private readonly SystemTextJson<T> right = new();

        public override string SerializeText(T document) => Checked(right.SerializeText(document));

        public override T DeserializeText(string text) => right.DeserializeText(Checked(text));

        private static string Checked(string text) =>
            text.Contains(@"\u000", StringComparison.Ordinal) || text.Contains(@"\u001", StringComparison.Ordinal)
                ? throw new NotSupportedException("no control characters, please")
                : text;
    }

    /// <summary>Never clears the text that it appends to.</summary>
    private sealed class Grows<T> : Serializer<T>
    {
        private const int MostCharacters = 1 << 20;

        private readonly SystemTextJson<T> right = new();
        private readonly StringBuilder text = new();

        public override string SerializeText(T document)
        {
            if (text.Length > MostCharacters)
                text.Clear();
            return text.Append(right.SerializeText(document)).ToString();
        }
    }
}
