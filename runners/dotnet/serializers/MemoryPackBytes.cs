using MemoryPack;
using Wiremark.Kit;

namespace Wiremark.Serializers;

/// <summary>
/// MemoryPack with its generated formatters and its default, UTF-8, for strings. Its README ("Serialize API") calls the methods of
/// byte[] almost as fast as those of a buffer writer. https://github.com/Cysharp/MemoryPack
/// </summary>
public sealed class MemoryPackBytes<T> : Serializer<T>
{
    public override byte[] SerializeBytes(T document) => MemoryPackSerializer.Serialize(document);

    public override T DeserializeBytes(byte[] bytes) => MemoryPackSerializer.Deserialize<T>(bytes)!;
}
