using System.Text.Encodings.Web;
using System.Text.Json;
using Wiremark.Kit;

namespace Wiremark.Serializers;

/// <summary>System.Text.Json with an encoder that leaves most characters unescaped, as other libraries do.</summary>
public sealed class SystemTextJsonRelaxed<T> : Serializer<T>
{
    private readonly JsonSerializerOptions options = JsonOptions.Make<T>(JavaScriptEncoder.UnsafeRelaxedJsonEscaping);

    public override string SerializeText(T document) => JsonSerializer.Serialize(document, options);

    public override T DeserializeText(string text) => JsonSerializer.Deserialize<T>(text, options)!;
}
