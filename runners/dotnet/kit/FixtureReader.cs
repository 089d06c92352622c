using System.Buffers.Binary;
using System.Text;

namespace Wiremark.Kit;

/// <summary>
/// Reads fixtures, documents in a neutral binary format (docs/PROTOCOL.md, "Frames and fixtures"). Generated code calls a
/// method for each value.
/// </summary>
public sealed class FixtureReader
{
    private readonly byte[] file;
    private int at;

    private FixtureReader(byte[] file) => this.file = file;

    internal static ReadOnlySpan<byte> Magic => "WMFIX 2\n"u8;

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

    /// <summary>Returns whether the next value is null, and skips it if so.</summary>
    public bool Null()
    {
        var isNull = file[at] == 'N';
        if (isNull)
            at++;
        return isNull;
    }

    public bool Boolean() => file[at++] switch
    {
        (byte)'T' => true,
        (byte)'F' => false,
        _ => throw Unexpected(),
    };

    public int Int32() => checked((int)Int64());
    public long Int64() => Tagged('l').Eight();
    public double Double() => BitConverter.Int64BitsToDouble(Tagged('d').Eight());

    public string String() => Tagged('s').Name();

    public Guid Guid() => System.Guid.ParseExact(String(), "D");

    public DateTime Instant() => DateTime.UnixEpoch.AddTicks(Tagged('m').Eight() * TimeSpan.TicksPerMillisecond);

    public byte[] Bytes() => Tagged('b').Chunk().ToArray();

    public int List() => Tagged('[').Count();

    /// <summary>
    /// Reads the start of a map. Returns the number of entries. The caller then reads the <see cref="Name"/> and value of
    /// each.
    /// </summary>
    public int Map() => Tagged('M').Count();

    public int Record() => Tagged('{').Count();

    public string Name() => Encoding.UTF8.GetString(Chunk());

    /// <summary>
    /// Returns whether the record's next field has this name. If so, skips the name and decrements <paramref name="left"/>, the
    /// number of unread fields.
    /// </summary>
    public bool Field(ReadOnlySpan<byte> utf8Name, ref int left)
    {
        var before = at;
        if (left > 0 && Chunk().SequenceEqual(utf8Name))
        {
            left--;
            return true;
        }
        at = before;
        return false;
    }

    /// <summary>
    /// Reads a value of type any. Numbers become doubles, but integers become longs if <paramref name="integers"/> is true.
    /// </summary>
    public object? Any(bool integers = false)
    {
        switch ((char)file[at++])
        {
            case 'N': return null;
            case 'T': return true;
            case 'F': return false;
            case 'l' when integers: return Eight();
            case 'l': return (double)Eight();
            case 'd': return BitConverter.Int64BitsToDouble(Eight());
            case 's': return Name();
            case '[':
                var list = new List<object?>();
                for (var left = Count(); left > 0; left--)
                    list.Add(Any(integers));
                return list;
            case 'M':
                var map = new Dictionary<string, object?>();
                for (var left = Count(); left > 0; left--)
                    map.Add(Name(), Any(integers));
                return map;
            default: throw Unexpected();
        }
    }

    private FixtureReader Tagged(char tag) => file[at++] == tag ? this : throw Unexpected();
    private InvalidDataException Unexpected() => new($"the fixture's tag '{(char)file[at - 1]}' at {at - 1} isn't of the model");
    private ReadOnlySpan<byte> Take(int length) => file.AsSpan((at += length) - length, length);
    private int Count() => BinaryPrimitives.ReadInt32BigEndian(Take(4));
    private long Eight() => BinaryPrimitives.ReadInt64BigEndian(Take(8));
    private ReadOnlySpan<byte> Chunk() => Take(Count());
}
