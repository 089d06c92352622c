using Wiremark.Kit;

namespace Wiremark.Serializers;

/// <summary>
/// JSON without a library: code generated from the schema, with a minimal JSON writer and reader. It is verified like any other row and
/// shows the best known speed.
/// </summary>
public sealed class HandWritten<T>(HandWritten<T>.ICodec codec) : Serializer<T>
{
    private readonly JsonWriter writer = new();

    /// <summary>The generated code of one dataset.</summary>
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
