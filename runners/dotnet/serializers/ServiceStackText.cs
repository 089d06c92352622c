using ServiceStack.Text;
using Wiremark.Kit;

namespace Wiremark.Serializers;

/// <summary>
/// ServiceStack.Text with process-wide settings, set before the first use, as its README shows ("Using ServiceStack.Text with
/// customized JsConfig"). The alternative is a new scope of settings in each call.
/// https://github.com/ServiceStack/ServiceStack.Text
/// </summary>
public sealed class ServiceStackText<T> : Serializer<T>
{
    public ServiceStackText()
    {
        ModelTypes.RefuseAny(typeof(T), "ServiceStack.Text reads a value of type object as the text of its JSON");
        JsConfig.Init(new Config
        {
            SystemJsonCompatible = true,
            DateHandler = DateHandler.ISO8601,
            AlwaysUseUtc = true,
            IncludeNullValues = true,
            IncludeNullValuesInDictionaries = true,
            MaxDepth = 1000,
        });
    }

    public override string SerializeText(T document) => JsonSerializer.SerializeToString(document);

    public override T DeserializeText(string text) => JsonSerializer.DeserializeFromString<T>(text);
}
