using MessagePack;
using Wiremark.Kit;

namespace Wiremark.Serializers;

/// <summary>
/// MessagePack for C# with integer keys, which its README recommends for speed ("Use indexed keys instead of string keys"):
/// records are arrays without names. https://github.com/MessagePack-CSharp/MessagePack-CSharp#performance
/// </summary>
public sealed class MessagePackArrays<T> : Serializer<T>
{
    private static readonly MessagePackSerializerOptions Options = MessagePackAny.Options();

    public override byte[] SerializeBytes(T document) => MessagePackSerializer.Serialize(document, Options);

    public override T DeserializeBytes(byte[] bytes) => MessagePackSerializer.Deserialize<T>(bytes, Options);
}
