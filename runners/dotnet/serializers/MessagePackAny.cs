using MessagePack;
using MessagePack.Formatters;
using MessagePack.Resolvers;

namespace Wiremark.Serializers;

/// <summary>
/// Options of MessagePack for C#: the standard resolver, which compiles a formatter for each type, and a formatter for values of
/// type any. The latter reads arrays as lists and maps as dictionaries with string keys; the library itself would return arrays,
/// and dictionaries with keys of type object.
/// </summary>
public static class MessagePackAny
{
    public static MessagePackSerializerOptions Options(params IFormatterResolver[] resolvers) =>
        MessagePackSerializerOptions.Standard.WithResolver(
            CompositeResolver.Create([new Formatter()], [.. resolvers, StandardResolver.Instance]));

    private sealed class Formatter : IMessagePackFormatter<object?>
    {
        public object? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
        {
            switch (reader.NextMessagePackType)
            {
                case MessagePackType.Nil:
                    reader.ReadNil();
                    return null;
                case MessagePackType.Boolean:
                    return reader.ReadBoolean();
                case MessagePackType.Integer:
                    return (double)reader.ReadInt64();
                case MessagePackType.Float:
                    return reader.ReadDouble();
                case MessagePackType.String:
                    return reader.ReadString();
                case MessagePackType.Array:
                    var length = reader.ReadArrayHeader();
                    var list = new List<object?>(length);
                    for (var i = 0; i < length; i++)
                        list.Add(Deserialize(ref reader, options));
                    return list;
                case MessagePackType.Map:
                    var count = reader.ReadMapHeader();
                    var map = new Dictionary<string, object?>(count);
                    for (var i = 0; i < count; i++)
                        map[reader.ReadString()!] = Deserialize(ref reader, options);
                    return map;
                default:
                    throw new MessagePackSerializationException($"{reader.NextMessagePackType} isn't plain data");
            }
        }

        public void Serialize(ref MessagePackWriter writer, object? value, MessagePackSerializerOptions options)
        {
            switch (value)
            {
                case null: writer.WriteNil(); break;
                case bool truth: writer.Write(truth); break;
                case double number: writer.Write(number); break;
                case string text: writer.Write(text); break;
                case List<object?> list:
                    writer.WriteArrayHeader(list.Count);
                    foreach (var item in list)
                        Serialize(ref writer, item, options);
                    break;
                case Dictionary<string, object?> map:
                    writer.WriteMapHeader(map.Count);
                    foreach (var (name, item) in map)
                    {
                        writer.Write(name);
                        Serialize(ref writer, item, options);
                    }
                    break;
                default: throw new MessagePackSerializationException($"{value.GetType()} isn't plain data");
            }
        }
    }
}
