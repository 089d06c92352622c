using SpanJson;
using SpanJson.Resolvers;
using Wiremark.Kit;

namespace Wiremark.Serializers;

/// <summary>
/// SpanJson, to and from UTF-8, with a custom resolver for bytes as base64, as its README shows ("Custom Resolver").
/// https://github.com/Tornhoof/SpanJson
/// </summary>
public sealed class SpanJsonBytes<T> : Serializer<T>
{
    public override byte[] SerializeBytes(T document) => JsonSerializer.Generic.Utf8.Serialize<T, Resolver<byte>>(document);

    public override T DeserializeBytes(byte[] bytes) => JsonSerializer.Generic.Utf8.Deserialize<T, Resolver<byte>>(bytes);

    public sealed class Resolver<TSymbol> : ResolverBase<TSymbol, Resolver<TSymbol>>
        where TSymbol : struct
    {
        public Resolver()
            : base(new SpanJsonOptions
            {
                NullOption = NullOptions.IncludeNulls,
                NamingConvention = NamingConventions.OriginalCase,
                EnumOption = EnumOptions.String,
                ByteArrayOption = ByteArrayOptions.Base64,
            }) => RegisterGlobalCustomFormatter<object, AnyFormatter>();
    }

    /// <summary>Writes and reads values of type any as plain data: SpanJson itself returns dynamic objects.</summary>
    public sealed class AnyFormatter : ICustomJsonFormatter<object?>
    {
        public static readonly AnyFormatter Default = new();

        public object? Arguments { get; set; }

        public object? Deserialize(ref JsonReader<byte> reader)
        {
            switch (reader.ReadUtf8NextToken())
            {
                case JsonToken.Null:
                    reader.ReadUtf8IsNull();
                    return null;
                case JsonToken.True or JsonToken.False:
                    return reader.ReadUtf8Boolean();
                case JsonToken.Number:
                    return reader.ReadUtf8Double();
                case JsonToken.String:
                    return reader.ReadUtf8String();
                case JsonToken.BeginArray:
                    var list = new List<object?>();
                    reader.ReadUtf8BeginArrayOrThrow();
                    for (var count = 0; !reader.TryReadUtf8IsEndArrayOrValueSeparator(ref count);)
                        list.Add(Deserialize(ref reader));
                    return list;
                default:
                    var map = new Dictionary<string, object?>();
                    reader.ReadUtf8BeginObjectOrThrow();
                    for (var count = 0; !reader.TryReadUtf8IsEndObjectOrValueSeparator(ref count);)
                        map[reader.ReadUtf8EscapedName()] = Deserialize(ref reader);
                    return map;
            }
        }

        public void Serialize(ref JsonWriter<byte> writer, object? value)
        {
            switch (value)
            {
                case null: writer.WriteUtf8Null(); break;
                case bool truth: writer.WriteUtf8Boolean(truth); break;
                case double number: writer.WriteUtf8Double(number); break;
                case string text: writer.WriteUtf8String(text); break;
                case List<object?> list:
                    writer.WriteUtf8BeginArray();
                    for (var i = 0; i < list.Count; i++)
                    {
                        if (i > 0)
                            writer.WriteUtf8ValueSeparator();
                        Serialize(ref writer, list[i]);
                    }
                    writer.WriteUtf8EndArray();
                    break;
                case Dictionary<string, object?> map:
                    writer.WriteUtf8BeginObject();
                    var first = true;
                    foreach (var (name, item) in map)
                    {
                        if (!first)
                            writer.WriteUtf8ValueSeparator();
                        first = false;
                        writer.WriteUtf8Name(name);
                        Serialize(ref writer, item);
                    }
                    writer.WriteUtf8EndObject();
                    break;
                default: throw new NotSupportedException($"{value.GetType()} isn't plain data");
            }
        }

        public object? Deserialize(ref JsonReader<char> reader) => throw new NotSupportedException("this row reads bytes");

        public void Serialize(ref JsonWriter<char> writer, object? value) => throw new NotSupportedException("this row writes bytes");
    }
}
