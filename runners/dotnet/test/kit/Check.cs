using System.Reflection;

namespace Wiremark.Kit.Tests;

/// <summary>
/// Runs all public static methods of classes whose names end in <c>Tests</c>. A test framework would have to be downloaded.
/// </summary>
internal static class Check
{
    public static int Main()
    {
        var tests = typeof(Check).Assembly.GetTypes()
            .Where(type => type.Name.EndsWith("Tests", StringComparison.Ordinal))
            .SelectMany(type => type.GetMethods(BindingFlags.Public | BindingFlags.Static))
            .ToList();
        var failed = tests.Count(test => !Passes(test));
        Console.WriteLine($"{tests.Count - failed} of {tests.Count} tests of the .NET kit passed");
        return failed == 0 && tests.Count > 0 ? 0 : 1;
    }

    public static void Equal<T>(T expected, T actual)
    {
        if (!EqualityComparer<T>.Default.Equals(expected, actual))
            throw new InvalidOperationException($"expected {expected}, got {actual}");
    }

    public static void Sequence<T>(IEnumerable<T> expected, IEnumerable<T> actual)
    {
        if (!expected.SequenceEqual(actual))
            throw new InvalidOperationException($"expected\n    {string.Join("\n    ", expected)}\ngot\n    {string.Join("\n    ", actual)}");
    }

    public static void Throws<TException>(string message, Action action)
        where TException : Exception
    {
        try
        {
            action();
        }
        catch (TException e)
        {
            Equal(message, e.Message);
            return;
        }
        throw new InvalidOperationException($"expected {typeof(TException).Name}: {message}");
    }

    private static bool Passes(MethodInfo test)
    {
        try
        {
            test.Invoke(null, null);
            return true;
        }
        catch (TargetInvocationException e)
        {
            Console.WriteLine($"FAILED {test.DeclaringType!.Name}.{test.Name}: {e.InnerException}");
            return false;
        }
    }
}
