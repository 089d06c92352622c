using System.Buffers;
using System.Buffers.Binary;
using System.Globalization;
using System.Text;

namespace Wiremark.Kit;

/// <summary>
/// Writes fixtures, documents in a neutral binary format (docs/PROTOCOL.md, "Frames and fixtures"). Rejects subclasses of the
/// model's classes: a subclass could parse lazily, when this writer reads it, after the clock has stopped.
/// </summary>
public sealed class FixtureWriter
{
    private readonly ArrayBufferWriter<byte> file = new();

    private FixtureWriter() { }

    internal static byte[] Write<T>(Documents<T> documents, T document)
    {
        var writer = new FixtureWriter();
        writer.file.Write(FixtureReader.Magic);
        writer.Count(1);
        documents.Write(writer, document);
        return writer.file.WrittenSpan.ToArray();
    }

    /// <summary>
    /// Returns the value if its class is exactly T. For null or a subclass of T, throws <see cref="MismatchException"/>.
    /// </summary>
    /// <param name="place">The field of the value, such as <c>User.friends</c>, for the message.</param>
    public T Exact<T>(T? value, string place)
        where T : class
    {
        if (value is null)
            throw new MismatchException($"{place} is null instead of {Spelled(typeof(T))}");
        if (value.GetType() != typeof(T))
            throw new MismatchException($"{place} is {Spelled(value.GetType())} instead of {Spelled(typeof(T))}");
        return value;
    }

    public void Null() => Tag('N');
    public void Boolean(bool value) => Tag(value ? 'T' : 'F');
    public void Int64(long value) => Tag('l').Eight(value);
    public void Double(double value) => Tag('d').Eight(BitConverter.DoubleToInt64Bits(value));

    /// <summary>Writes a string. Null is written as null, so that wiremark can report which field is wrong.</summary>
    public void String(string? value)
    {
        if (value is null)
            Null();
        else
            Tag('s').Name(value);
    }

    public void Guid(Guid value) => String(value.ToString("D"));

    /// <summary>
    /// Writes an instant in whole milliseconds. Accepts DateTimeKind.Local: .NET returns it for text with an offset.
    /// </summary>
    public void Instant(DateTime value)
    {
        if (value.Kind == DateTimeKind.Unspecified)
            throw new MismatchException("an instant is a DateTime of kind Unspecified instead of Utc");
        var (milliseconds, rest) = Math.DivRem((value.ToUniversalTime() - DateTime.UnixEpoch).Ticks, TimeSpan.TicksPerMillisecond);
        if (rest != 0)
            throw new MismatchException(string.Create(CultureInfo.InvariantCulture, $"an instant isn't a whole millisecond: {value:O}"));
        Tag('m').Eight(milliseconds);
    }

    public void Bytes(byte[]? value)
    {
        if (value is null)
            Null();
        else
            Tag('b').Chunk(value);
    }

    public void List(int count) => Tag('[').Count(count);

    public void Map(int count) => Tag('M').Count(count);

    public void Record(int count) => Tag('{').Count(count);

    public void Name(string key) => Chunk(Encoding.UTF8.GetBytes(key));

    public void Name(ReadOnlySpan<byte> utf8) => Chunk(utf8);

    /// <summary>
    /// Writes a value of type any. A number may be a double or any integer type, since wiremark compares numbers by value.
    /// </summary>
    public void Any(object? value)
    {
        switch (value)
        {
            case null: Null(); break;
            case bool truth: Boolean(truth); break;
            case double number: Double(number); break;
            case sbyte or byte or short or ushort or int or uint or long or ulong:
                Int64(Convert.ToInt64(value, CultureInfo.InvariantCulture));
                break;
            case string text: String(text); break;
            case List<object?> list when list.GetType() == typeof(List<object?>):
                List(list.Count);
                list.ForEach(Any);
                break;
            case Dictionary<string, object?> map when map.GetType() == typeof(Dictionary<string, object?>):
                Map(map.Count);
                foreach (var (key, entry) in map)
                {
                    Name(key);
                    Any(entry);
                }
                break;
            default: throw new MismatchException($"a value of type any is {Spelled(value.GetType())} instead of plain data");
        }
    }

    internal static string Spelled(Type type) => type.IsGenericType
        ? $"{type.Name.Split('`')[0]}<{string.Join(", ", type.GetGenericArguments().Select(Spelled))}>"
        : type.Name;

    private FixtureWriter Tag(char tag)
    {
        file.Write([(byte)tag]);
        return this;
    }

    private void Count(int count)
    {
        BinaryPrimitives.WriteInt32BigEndian(file.GetSpan(4), count);
        file.Advance(4);
    }

    private void Eight(long value)
    {
        BinaryPrimitives.WriteInt64BigEndian(file.GetSpan(8), value);
        file.Advance(8);
    }

    private void Chunk(ReadOnlySpan<byte> bytes)
    {
        Count(bytes.Length);
        file.Write(bytes);
    }
}
