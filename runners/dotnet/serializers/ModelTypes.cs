using System.Reflection;
using System.Runtime.Serialization;
using Wiremark.Kit;

namespace Wiremark.Serializers;

public static class ModelTypes
{
    public static IReadOnlyCollection<Type> Of(Type root)
    {
        var found = new HashSet<Type>();
        Add(root, found);
        return found;
    }

    public static void RefuseAny(Type root, string reason)
    {
        if (Of(root).Contains(typeof(object)))
            throw new UnsupportedException(reason);
    }

    /// <summary>
    /// Throws <see cref="UnsupportedException"/> if the text of an enum value differs from the name of its C# constant.
    /// </summary>
    public static void RefuseOtherEnumNames(Type root, string reason)
    {
        if (Of(root).Where(type => type.IsEnum).SelectMany(type => type.GetFields()).Any(IsRenamed))
            throw new UnsupportedException(reason);
    }

    public static void RefuseRecursive(Type root, string reason)
    {
        var records = Of(root).Where(IsRecord);
        if (records.Any(record => record.GetProperties().Any(property => Of(property.PropertyType).Contains(record))))
            throw new UnsupportedException(reason);
    }

    public static bool IsRecord(Type type) => type.Namespace == "Wiremark.Models" && !type.IsEnum;

    private static bool IsRenamed(FieldInfo constant) =>
        constant.GetCustomAttribute<EnumMemberAttribute>() is { } member && member.Value != constant.Name;

    private static void Add(Type type, HashSet<Type> found)
    {
        if (!found.Add(type))
            return;
        foreach (var argument in type.GetGenericArguments())
            Add(argument, found);
        if (IsRecord(type))
            foreach (var property in type.GetProperties())
                Add(property.PropertyType, found);
    }
}
