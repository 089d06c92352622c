using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;
using Wiremark.Kit;

namespace Wiremark.Serializers;

/// <summary>
/// System.Text.Json with JsonNode. According to its documentation, this is the tree for programs that have no type to
/// deserialize into and that change values; the other tree, JsonDocument, is read-only.
/// https://learn.microsoft.com/dotnet/standard/serialization/system-text-json/use-dom
/// </summary>
public class SystemTextJsonNodes(JavaScriptEncoder? encoder = null) : Serializer<JsonNode?>
{
    private readonly JsonSerializerOptions options = new() { Encoder = encoder };

    public override string SerializeText(JsonNode? document) => document?.ToJsonString(options) ?? "null";

    public override byte[] SerializeBytes(JsonNode? document) => JsonSerializer.SerializeToUtf8Bytes(document, options);

    public override JsonNode? DeserializeText(string text) => Decoded(JsonNode.Parse(text));

    public override JsonNode? DeserializeBytes(byte[] bytes) => Decoded(JsonNode.Parse(bytes));

    /// <summary>
    /// Reads each name and value once: a node decodes names and values only when they are read, other libraries when they parse.
    /// Parsing alone takes a third of the time.
    /// </summary>
    private static JsonNode? Decoded(JsonNode? node)
    {
        switch (node)
        {
            case JsonObject fields:
                foreach (var (_, value) in fields)
                    Decoded(value);
                break;
            case JsonArray items:
                foreach (var item in items)
                    Decoded(item);
                break;
            case JsonValue value when value.GetValueKind() is JsonValueKind.String:
                value.GetValue<string>();
                break;
            case JsonValue value when value.GetValueKind() is JsonValueKind.Number && !value.TryGetValue(out long _):
                value.GetValue<double>();
                break;
        }
        return node;
    }

    public sealed class Documents : Trees<JsonNode?>
    {
        protected override JsonNode? Make(object? value) => value switch
        {
            bool truth => JsonValue.Create(truth),
            long number => JsonValue.Create(number),
            double number => JsonValue.Create(number),
            string text => JsonValue.Create(text),
            List<object?> list => new JsonArray(list.Select(Make).ToArray()),
            Dictionary<string, object?> map => new JsonObject(map.Select(entry => KeyValuePair.Create(entry.Key, Make(entry.Value)))),
            _ => null,
        };

        protected override object? Values(JsonNode? tree) => tree switch
        {
            null => null,
            JsonArray list => list.Select(Values).ToList(),
            JsonObject map => map.ToDictionary(entry => entry.Key, entry => Values(entry.Value)),
            _ => tree.GetValueKind() switch
            {
                JsonValueKind.String => tree.GetValue<string>(),
                JsonValueKind.Number => tree.GetValue<double>(),
                var kind => kind == JsonValueKind.True,
            },
        };
    }
}

public sealed class SystemTextJsonRelaxedNodes() : SystemTextJsonNodes(JavaScriptEncoder.UnsafeRelaxedJsonEscaping);
