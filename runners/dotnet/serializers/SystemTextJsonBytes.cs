using System.Text.Json;
using System.Text.Json.Nodes;
using Wiremark.Kit;

namespace Wiremark.Serializers;

/// <summary>System.Text.Json by reflection, to and from UTF-8 bytes, the encoding that it uses internally.</summary>
public sealed class SystemTextJsonBytes<T> : Serializer<T>
{
    private readonly JsonSerializerOptions options = JsonOptions.Make<T>();

    public override byte[] SerializeBytes(T document) => JsonSerializer.SerializeToUtf8Bytes(document, options);

    public override T DeserializeBytes(byte[] bytes) => JsonSerializer.Deserialize<T>(bytes, options)!;

    public override object ToTree(T document) => JsonSerializer.SerializeToNode(document, options)!;

    public override object ParseTree(byte[] bytes) => JsonNode.Parse(bytes)!;

    public override byte[] WriteTreeBytes(object tree) => JsonSerializer.SerializeToUtf8Bytes((JsonNode)tree);
}
