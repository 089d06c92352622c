#if !NET9_0_OR_GREATER
using System.Reflection;
using System.Text.Json;

// Before .NET 9, System.Text.Json has no attribute for the text of an enum's value, so this file defines one, and a converter
// that uses it. Generated classes use these two types instead of the library's, because they are in the same namespace.
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
