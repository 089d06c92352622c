using Wiremark.Kit;

namespace Wiremark.Serializers;

/// <summary>
/// Bebop with the classes of its compiler, by the methods of its guide ("Using the BebopSerializer"). Documents are converted to and
/// from these classes while they are timed. https://docs.bebop.sh/guide/getting-started-csharp/
/// </summary>
public sealed class BebopBytes<T, TMessage>(
    Func<T, TMessage> to, Func<TMessage, T> from, Func<TMessage, byte[]> encode, Func<byte[], TMessage> decode) : Serializer<T>
{
    public override byte[] SerializeBytes(T document) => encode(to(document));

    public override T DeserializeBytes(byte[] bytes) => from(decode(bytes));
}
