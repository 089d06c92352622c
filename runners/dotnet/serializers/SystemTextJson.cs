using System.Text.Json;
using System.Text.Json.Nodes;
using Wiremark.Kit;

namespace Wiremark.Serializers;

public sealed class SystemTextJson<T> : Serializer<T>
{
    private readonly JsonSerializerOptions options = JsonOptions.Make<T>();

    public override string SerializeText(T document) => JsonSerializer.Serialize(document, options);

    public override T DeserializeText(string text) => JsonSerializer.Deserialize<T>(text, options)!;

    public override object ToTree(T document) => JsonSerializer.SerializeToNode(document, options)!;

    public override object ParseTree(string text) => JsonNode.Parse(text)!;

    public override string WriteTreeText(object tree) => ((JsonNode)tree).ToJsonString();
}
