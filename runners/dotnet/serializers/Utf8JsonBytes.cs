using Utf8Json;
using Wiremark.Kit;

namespace Wiremark.Serializers;

/// <summary>
/// Utf8Json, to and from bytes, with its default resolver. Its README ("High-Level API") recommends the generic methods, which
/// write to a pooled buffer and allocate only the result. https://github.com/neuecc/Utf8Json
/// </summary>
public sealed class Utf8JsonBytes<T> : Serializer<T>
{
    public override byte[] SerializeBytes(T document) => JsonSerializer.Serialize(document);

    public override T DeserializeBytes(byte[] bytes) => JsonSerializer.Deserialize<T>(bytes);
}
