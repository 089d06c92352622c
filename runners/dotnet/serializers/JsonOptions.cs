using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using Wiremark.Kit;

namespace Wiremark.Serializers;

internal static class JsonOptions
{
    /// <param name="encoder">Null for the default encoder, which escapes all non-ASCII characters and some ASCII ones.</param>
    public static JsonSerializerOptions Make<T>(JavaScriptEncoder? encoder = null)
    {
        var options = new JsonSerializerOptions
        {
            Encoder = encoder,
            Converters = { new AnyConverter() },
            TypeInfoResolver = new DefaultJsonTypeInfoResolver(),
        };
        Check<T>(options);
        return options;
    }

    /// <summary>
    /// Throws <see cref="UnsupportedException"/> if System.Text.Json doesn't support an enum of the model: the enum converter
    /// rejects values whose text is empty or has spaces at its start or end, and the source generator omits an enum that has the
    /// same name as another type, such as <c>String</c>.
    /// </summary>
    public static void Check<T>(JsonSerializerOptions options)
    {
        foreach (var type in typeof(JsonOptions).Assembly.GetTypes().Where(type => type.IsEnum && type.Namespace == "Wiremark.Models"))
        {
            try
            {
                options.GetTypeInfo(type);
            }
            catch (Exception e) when (e is InvalidOperationException or NotSupportedException)
            {
                throw new UnsupportedException(e.Message);
            }
        }
    }
}

/// <summary>
/// Reads and writes values of type any as plain data. Without it, System.Text.Json would read a JsonElement, a view of the
/// document that parses values only when they are accessed.
/// </summary>
public sealed class AnyConverter : JsonConverter<object?>
{
    public override bool HandleNull => true;

    public override object? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
    {
        switch (reader.TokenType)
        {
            case JsonTokenType.Null: return null;
            case JsonTokenType.True: return true;
            case JsonTokenType.False: return false;
            case JsonTokenType.Number: return reader.GetDouble();
            case JsonTokenType.String: return reader.GetString();
            case JsonTokenType.StartArray:
                var list = new List<object?>();
                while (reader.Read() && reader.TokenType != JsonTokenType.EndArray)
                    list.Add(Read(ref reader, typeToConvert, options));
                return list;
            default:
                var map = new Dictionary<string, object?>();
                while (reader.Read() && reader.TokenType != JsonTokenType.EndObject)
                {
                    var name = reader.GetString()!;
                    reader.Read();
                    map[name] = Read(ref reader, typeToConvert, options);
                }
                return map;
        }
    }

    public override void Write(Utf8JsonWriter writer, object? value, JsonSerializerOptions options)
    {
        switch (value)
        {
            case null: writer.WriteNullValue(); break;
            case bool truth: writer.WriteBooleanValue(truth); break;
            case double number: writer.WriteNumberValue(number); break;
            case string text: writer.WriteStringValue(text); break;
            case List<object?> list:
                writer.WriteStartArray();
                foreach (var item in list)
                    Write(writer, item, options);
                writer.WriteEndArray();
                break;
            case Dictionary<string, object?> map:
                writer.WriteStartObject();
                foreach (var (name, item) in map)
                {
                    writer.WritePropertyName(name);
                    Write(writer, item, options);
                }
                writer.WriteEndObject();
                break;
            default: throw new NotSupportedException($"{value.GetType()} isn't plain data");
        }
    }
}
