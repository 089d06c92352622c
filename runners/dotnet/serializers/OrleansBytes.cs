using Microsoft.Extensions.DependencyInjection;
using Orleans.Serialization;

namespace Wiremark.Serializers;

/// <summary>
/// Orleans.Serialization with its generated codecs, and one reused serializer for the document's type.
/// https://learn.microsoft.com/dotnet/orleans/host/configuration-guide/serialization
/// </summary>
public sealed class OrleansBytes<T> : Kit.Serializer<T>
{
    private readonly Serializer<T> serializer =
        new ServiceCollection().AddSerializer().BuildServiceProvider().GetRequiredService<Serializer<T>>();

    public override byte[] SerializeBytes(T document) => serializer.SerializeToArray(document);

    public override T DeserializeBytes(byte[] bytes) => serializer.Deserialize(bytes);
}
