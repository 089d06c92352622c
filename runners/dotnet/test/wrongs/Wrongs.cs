using System.Text;
using Wiremark.Kit;

namespace Wiremark.Serializers;

/// <summary>The standard wrong serializers (test/contract/runtime/wrongs.ts) that work with any dataset.</summary>
public static class Wrongs
{
    public static Serializer<T> Of<T>(string id)
        where T : notnull => id switch
        {
            "remembers" => new Remembers<T>(),
            "stale" => new Stale<T>(),
            "one-buffer" => new OneBuffer<T>(),
            "fails" => new Fails<T>(),
            "grows" => new Grows<T>(),
            _ when id.StartsWith("work-", StringComparison.Ordinal) => new Works<T>(int.Parse(id.AsSpan(5))),
            _ => new SystemTextJson<T>(),
        };

    private sealed class Works<T>(int count) : Serializer<T>
        where T : notnull
    {
        private double x = 1;

        public override string SerializeText(T document)
        {
            for (var i = 0; i < count; i++)
                x = x * 0.9999999 + 0.5;
            return x > 0 ? "positive" : "negative";
        }
    }

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

    /// <summary>From the 100th call on, returns its previous result at every other call.</summary>
    private sealed class Stale<T> : Serializer<T>
    {
        private readonly SystemTextJson<T> right = new();
        private int calls;
        private string written = "";
        private T? read;

        public override string SerializeText(T document) => Works() ? written = right.SerializeText(document) : written;

        public override T DeserializeText(string text) => Works() ? read = right.DeserializeText(text) : read!;

        private bool Works() => ++calls < 100 || calls % 2 == 0;
    }

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

    /// <summary>Throws for text with escaped control characters such as <c>\u0001</c>.</summary>
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

    /// <summary>Appends each document to the same text, which it clears only when it exceeds a million characters.</summary>
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
