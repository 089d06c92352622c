using System.Buffers.Binary;
using System.Globalization;
using System.Text;

namespace Wiremark.Kit;

/// <summary>
/// Reads fixtures (docs/PROTOCOL.md, "Frames and fixtures"). Generated code calls it value by value; each method takes the tag
/// and the payload of one value.
/// </summary>
public sealed class FixtureReader
{
    internal static ReadOnlySpan<byte> Magic => "WMFIX 2\n"u8;

    private readonly byte[] file;
    private int at;

    private FixtureReader(byte[] file) => this.file = file;

    /// <summary>Reads all documents of a fixture file.</summary>
    internal static T[] ReadAll<T>(string path, Documents<T> documents) => ReadAll(File.ReadAllBytes(path), documents);

    internal static T[] ReadAll<T>(byte[] file, Documents<T> documents)
    {
        var reader = new FixtureReader(file);
        if (!reader.Take(Magic.Length).SequenceEqual(Magic))
            throw new InvalidDataException("this isn't a fixture of version 2");
        var all = new T[reader.Count()];
        for (var i = 0; i < all.Length; i++)
            all[i] = documents.Read(reader);
        return all;
    }

    /// <summary>Takes a null and returns true, or takes nothing.</summary>
    public bool Null()
    {
        var isNull = file[at] == 'N';
        if (isNull)
            at++;
        return isNull;
    }

    public bool Boolean() => (char)file[at++] switch
    {
        'T' => true,
        'F' => false,
        var tag => throw Unexpected(tag),
    };

    public int Int32() => checked((int)Int64());

    public long Int64()
    {
        Expect('l');
        return Eight();
    }

    public double Double()
    {
        Expect('d');
        return BitConverter.Int64BitsToDouble(Eight());
    }

    /// <summary>A string, or the text of an enum's value.</summary>
    public string String()
    {
        Expect('s');
        return Name();
    }

    public Guid Guid() => System.Guid.ParseExact(String(), "D");

    /// <summary>A point in time, in UTC.</summary>
    public DateTime Instant()
    {
        Expect('m');
        return DateTime.UnixEpoch.AddTicks(Eight() * TimeSpan.TicksPerMillisecond);
    }

    public byte[] Bytes()
    {
        Expect('b');
        return Chunk().ToArray();
    }

    /// <summary>The beginning of a list. Returns the number of elements, which follow.</summary>
    public int List()
    {
        Expect('[');
        return Count();
    }

    /// <summary>The beginning of a map. Returns the number of entries, which follow: each a <see cref="Name"/> and a value.</summary>
    public int Map()
    {
        Expect('M');
        return Count();
    }

    /// <summary>The beginning of a record. Returns the number of fields, which follow: see <see cref="Field"/>.</summary>
    public int Record()
    {
        Expect('{');
        return Count();
    }

    /// <summary>The key of a map's next entry.</summary>
    public string Name() => Encoding.UTF8.GetString(Chunk());

    /// <summary>Takes the name of a record's next field and counts <paramref name="left"/> down, if it is this one; else takes nothing.</summary>
    public bool Field(ReadOnlySpan<byte> utf8Name, ref int left)
    {
        if (left == 0)
            return false;
        var before = at;
        var isNext = Chunk().SequenceEqual(utf8Name);
        if (isNext)
            left--;
        else
            at = before;
        return isNext;
    }

    /// <summary>A value of type any: null, bool, double, string, List&lt;object?&gt; or Dictionary&lt;string, object?&gt;.</summary>
    public object? Any()
    {
        var tag = (char)file[at++];
        switch (tag)
        {
            case 'N': return null;
            case 'T': return true;
            case 'F': return false;
            case 'l': return (double)Eight();
            case 'd': return BitConverter.Int64BitsToDouble(Eight());
            case 's': return Name();
            case '[':
                var list = new List<object?>();
                for (var left = Count(); left > 0; left--)
                    list.Add(Any());
                return list;
            case 'M':
                var map = new Dictionary<string, object?>();
                for (var left = Count(); left > 0; left--)
                    map.Add(Name(), Any());
                return map;
            default: throw Unexpected(tag);
        }
    }

    private ReadOnlySpan<byte> Take(int length) => file.AsSpan((at += length) - length, length);

    private int Count() => BinaryPrimitives.ReadInt32BigEndian(Take(4));

    private long Eight() => BinaryPrimitives.ReadInt64BigEndian(Take(8));

    private ReadOnlySpan<byte> Chunk() => Take(Count());

    private void Expect(char tag)
    {
        var found = (char)file[at++];
        if (found != tag)
            throw Unexpected(found, $", where '{tag}' is expected");
    }

    private InvalidDataException Unexpected(char tag, string more = "") =>
        new(string.Create(CultureInfo.InvariantCulture, $"the fixture has tag '{tag}' at {at - 1}{more}"));
}
