using MemoryPack;
using Wiremark.Kit;

namespace Wiremark.Serializers;

/// <summary>
/// MemoryPack with its generated formatters and its default encoding of strings, UTF-8. By its README ("Serialize API"), the
/// methods with byte[] are almost as fast as those with a buffer writer. https://github.com/Cysharp/MemoryPack
/// </summary>
public sealed class MemoryPackBytes<T> : Serializer<T>
{
    public override byte[] SerializeBytes(T document) => MemoryPackSerializer.Serialize(document);

    public override T DeserializeBytes(byte[] bytes) => MemoryPackSerializer.Deserialize<T>(bytes)!;
}
