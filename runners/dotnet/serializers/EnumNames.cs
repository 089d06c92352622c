#if !NET9_0_OR_GREATER
using System.Reflection;
using System.Text.Json;

// Until .NET 9, System.Text.Json has no attribute for the text of an enum's value. In models, these types take the place of
// its own: a naming policy returns the text.
namespace Wiremark.Models;

[AttributeUsage(AttributeTargets.Field)]
public sealed class JsonStringEnumMemberNameAttribute(string name) : Attribute
{
    public string Name => name;
}

public sealed class JsonStringEnumConverter<T>() : System.Text.Json.Serialization.JsonStringEnumConverter<T>(new Names())
    where T : struct, Enum
{
    private sealed class Names : JsonNamingPolicy
    {
        public override string ConvertName(string name) =>
            typeof(T).GetField(name)!.GetCustomAttribute<JsonStringEnumMemberNameAttribute>()!.Name;
    }
}
#endif
