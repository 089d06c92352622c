using MessagePack;
using MessagePack.Resolvers;
using Wiremark.Kit;

namespace Wiremark.Serializers;

/// <summary>
/// MessagePack for C# with names as keys and enums as text, so that any MessagePack library can read the documents.
/// Compression is off, as its README recommends for speed ("Performance").
/// https://github.com/MessagePack-CSharp/MessagePack-CSharp
/// </summary>
public sealed class MessagePackMaps<T> : Serializer<T>
{
    private static readonly MessagePackSerializerOptions Options = MessagePackAny.Options(DynamicEnumAsStringResolver.Instance);

    public override byte[] SerializeBytes(T document) => MessagePackSerializer.Serialize(document, Options);

    public override T DeserializeBytes(byte[] bytes) => MessagePackSerializer.Deserialize<T>(bytes, Options);
}
