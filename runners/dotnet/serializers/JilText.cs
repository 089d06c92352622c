using Jil;
using Wiremark.Kit;

namespace Wiremark.Serializers;

/// <summary>
/// Jil, to and from strings, with dates in ISO 8601. It reuses one Options object, as its README recommends ("Configuration":
/// options are baked in at first use). https://github.com/kevin-montrose/Jil
/// </summary>
public sealed class JilText<T> : Serializer<T>
{
    private static readonly Options Options = new(dateFormat: DateTimeFormat.ISO8601);

    public JilText() => ModelTypes.RefuseAny(typeof(T), "Jil writes a value of type object as {}");

    public override string SerializeText(T document) => JSON.Serialize(document, Options);

    public override T DeserializeText(string text) => JSON.Deserialize<T>(text, Options);
}
