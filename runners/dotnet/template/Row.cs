using System.Text.Json;
using Wiremark.Kit;

namespace Wiremark.Serializers;

/// <summary>
/// Starts with System.Text.Json: replace it with your library, as its documentation recommends for speed. wiremark times
/// everything that the two methods do, and verifies it on hard documents. T is the type of a document: a class generated from the
/// data, with the attributes of row.toml. For output "bytes", override SerializeBytes and DeserializeBytes instead.
/// </summary>
public sealed class Row<T> : Serializer<T>
{
    public override string SerializeText(T document) => JsonSerializer.Serialize(document);

    public override T DeserializeText(string text) => JsonSerializer.Deserialize<T>(text)!;
}
