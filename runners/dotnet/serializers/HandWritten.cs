using Wiremark.Kit;

namespace Wiremark.Serializers;

/// <summary>
/// JSON without a library, to show which speed is possible: code generated from the schema, which uses JsonWriter and
/// JsonReader.
/// </summary>
public sealed class HandWritten<T>(HandWritten<T>.ICodec codec) : Serializer<T>
{
    private readonly JsonWriter writer = new();

    public interface ICodec
    {
        void Write(JsonWriter w, T value);

        T Read(ref JsonReader r);
    }

    public override string SerializeText(T document)
    {
        codec.Write(writer, document);
        return writer.Finish();
    }

    public override T DeserializeText(string text)
    {
        var reader = new JsonReader(text);
        var value = codec.Read(ref reader);
        reader.End();
        return value;
    }
}
