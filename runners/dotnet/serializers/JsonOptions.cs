using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Wiremark.Kit;

namespace Wiremark.Serializers;

/// <summary>Options of System.Text.Json for rows that use reflection.</summary>
internal static class JsonOptions
{
    /// <param name="encoder">Null for the default one, which escapes all characters that aren't ASCII.</param>
    public static JsonSerializerOptions Make<T>(JavaScriptEncoder? encoder = null)
    {
        var options = new JsonSerializerOptions
        {
            Encoder = encoder,
            Converters = { new AnyConverter() },
            TypeInfoResolver = new DefaultJsonTypeInfoResolver(),
        };
        Check<T>(options);
        return options;
    }

    /// <summary>The converter of enums refuses names with spaces at their ends, with commas, and the empty one.</summary>
    public static void Check<T>(JsonSerializerOptions options)
    {
        foreach (var type in typeof(JsonOptions).Assembly.GetTypes().Where(type => type.IsEnum && type.Namespace == "Wiremark.Models"))
        {
            try
            {
                options.GetTypeInfo(type);
            }
            catch (InvalidOperationException e)
            {
                throw new UnsupportedException(e.Message);
            }
        }
    }
}
