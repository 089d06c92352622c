using Newtonsoft.Json;
using Newtonsoft.Json.Linq;
using Wiremark.Kit;

namespace Wiremark.Serializers;

/// <summary>Newtonsoft.Json, to and from strings. In values of type any, strings that look like dates stay strings.</summary>
public sealed class NewtonsoftJson<T> : Serializer<T>
{
    private static readonly JsonSerializerSettings Settings = new()
    {
        DateParseHandling = DateParseHandling.None,
        DateTimeZoneHandling = DateTimeZoneHandling.Utc,
        MetadataPropertyHandling = MetadataPropertyHandling.Ignore,
        Converters = { new PlainConverter() },
    };

    private readonly JsonSerializer serializer = JsonSerializer.Create(Settings);

    public override string SerializeText(T document) => JsonConvert.SerializeObject(document, Settings);

    public override T DeserializeText(string text) => JsonConvert.DeserializeObject<T>(text, Settings)!;

    public override object ToTree(T document) => JToken.FromObject(document!, serializer);

    public override object ParseTree(string text) => JsonConvert.DeserializeObject<JToken>(text, Settings)!;

    public override string WriteTreeText(object tree) => ((JToken)tree).ToString(Formatting.None);
}

/// <summary>Reads a value of type any as plain data; the library would return its own tree.</summary>
internal sealed class PlainConverter : JsonConverter
{
    public override bool CanWrite => false;

    public override bool CanConvert(Type objectType) => objectType == typeof(object);

    public override object? ReadJson(JsonReader reader, Type objectType, object? existingValue, JsonSerializer serializer)
    {
        switch (reader.TokenType)
        {
            case JsonToken.StartArray:
                var list = new List<object?>();
                while (reader.Read() && reader.TokenType != JsonToken.EndArray)
                    list.Add(ReadJson(reader, objectType, null, serializer));
                return list;
            case JsonToken.StartObject:
                var map = new Dictionary<string, object?>();
                while (reader.Read() && reader.TokenType != JsonToken.EndObject)
                {
                    var name = (string)reader.Value!;
                    reader.Read();
                    map[name] = ReadJson(reader, objectType, null, serializer);
                }
                return map;
            default: return reader.Value;
        }
    }

    public override void WriteJson(JsonWriter writer, object? value, JsonSerializer serializer) => throw new NotSupportedException();
}
