using Newtonsoft.Json;
using Newtonsoft.Json.Linq;
using Wiremark.Kit;

namespace Wiremark.Serializers;

/// <summary>
/// Newtonsoft.Json with JToken, its tree for JSON without a schema ("LINQ to JSON"):
/// https://www.newtonsoft.com/json/help/html/LINQtoJSON.htm
/// </summary>
public sealed class NewtonsoftJsonTokens : Serializer<JToken>
{
    public override string SerializeText(JToken document) => document.ToString(Formatting.None);

    /// <summary>Does the same as JToken.Parse, but strings that look like dates stay strings.</summary>
    public override JToken DeserializeText(string text)
    {
        using var reader = new JsonTextReader(new StringReader(text)) { DateParseHandling = DateParseHandling.None };
        var document = JToken.Load(reader);
        while (reader.Read())
        {
            // The reader throws for text after the document.
        }
        return document;
    }

    public sealed class Documents : Trees<JToken>
    {
        protected override JToken Make(object? value) => value switch
        {
            List<object?> list => new JArray(list.Select(Make)),
            Dictionary<string, object?> map => new JObject(map.Select(entry => new JProperty(entry.Key, Make(entry.Value)))),
            _ => new JValue(value),
        };

        protected override object? Values(JToken tree) => tree switch
        {
            JArray list => list.Select(Values).ToList(),
            JObject map => map.Properties().ToDictionary(field => field.Name, field => Values(field.Value)),
            _ => ((JValue)tree).Value,
        };
    }
}
