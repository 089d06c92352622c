using System.Text.Json;
using Wiremark.Kit;

namespace Wiremark.Serializers;

/// <summary>
/// System.Text.Json, to begin with: put your library in its place, as its documentation recommends it for speed. All that the
/// two methods do is timed, and verified on documents that are hard. T is the type of a document: classes made from the data,
/// with the attributes that row.toml gives them. For output "bytes", override SerializeBytes and DeserializeBytes instead.
/// </summary>
public sealed class Row<T> : Serializer<T>
{
    public override string SerializeText(T document) => JsonSerializer.Serialize(document);

    public override T DeserializeText(string text) => JsonSerializer.Deserialize<T>(text)!;
}
