using Wiremark.Kit;

namespace Wiremark.Serializers;

/// <summary>
/// Bebop with the classes of its compiler and the methods of its guide ("Using the BebopSerializer"). The conversion of documents to
/// and from these classes is timed. https://docs.bebop.sh/guide/getting-started-csharp/
/// </summary>
public sealed class BebopBytes<T, TMessage>(
    Func<T, TMessage> to, Func<TMessage, T> from, Func<TMessage, byte[]> encode, Func<byte[], TMessage> decode) : Serializer<T>
{
    public override byte[] SerializeBytes(T document) => encode(to(document));

    public override T DeserializeBytes(byte[] bytes) => from(decode(bytes));
}
