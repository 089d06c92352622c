using System.Diagnostics;
using System.Globalization;
using System.Reflection;

namespace Wiremark.Kit;

/// <summary>Program of a runner process: answers commands for one job (docs/PROTOCOL.md).</summary>
public static class Runner
{
    /// <summary>
    /// Stack size in bytes of the thread that runs the row. It is large, since deeply nested documents would overflow the
    /// default stack, and a stack overflow ends the process.
    /// </summary>
    private const int StackSize = 256 << 20;

    private const int LongestMessage = 4000;

    public static int Run<T>(Documents<T> documents, Func<Serializer<T>> row, Facts facts)
    {
        var lines = new Lines(new BufferedStream(Console.OpenStandardInput()), Console.OpenStandardOutput());
        // Output of libraries goes to standard error, because standard output is for the protocol.
        Console.SetOut(Console.Error);
        var status = 1;
        var thread = new Thread(() => status = Converse(lines, documents, row, facts) ? 0 : 1, StackSize);
        thread.Start();
        thread.Join();
        // Unlike a return, this also ends threads that a library started.
        Environment.Exit(status);
        return status;
    }

    internal static bool Converse<T>(Lines lines, Documents<T> documents, Func<Serializer<T>> row, Facts facts)
    {
        try
        {
            if (ReadJob(lines) is not { } job)
                return true;
            var loop = Load(job, documents, row);
            lines.Write("wiremark", "4");
            lines.Write("runtime", $"dotnet {Environment.Version}");
            lines.Write("version", facts.Version);
            lines.Write("ready");
            while (lines.Read() is var (command, value))
            {
                if (command == "end")
                {
                    lines.Write("bye");
                    break;
                }
                Answer(lines, loop, command, value);
            }
            return true;
        }
        catch (Exception e)
        {
            Console.Error.WriteLine(e);
            var (kind, message) = Explain(Unwrap(e));
            lines.Write("error", $"{kind} {Shorten(message)}");
            return false;
        }
    }

    private static Dictionary<string, string>? ReadJob(Lines lines)
    {
        var job = new Dictionary<string, string>();
        while (lines.Read() is var (key, value))
        {
            if (key == "load")
                return job;
            job[key] = value;
        }
        return null;
    }

    private static ILoop Load<T>(Dictionary<string, string> job, Documents<T> documents, Func<Serializer<T>> row)
    {
        if (job["wiremark"] != "4")
            throw new InvalidDataException($"this runner speaks wiremark 4, not {job["wiremark"]}");
        return job["serializer"].StartsWith(Limits.Prefix, StringComparison.Ordinal)
            ? Limits.Of(job["serializer"], documents)
            : Tasks.Of(job["task"], job["output"], documents, row());
    }

    private static void Answer(Lines lines, ILoop loop, string command, string value)
    {
        var words = value.Split(' ', 2);
        switch (command)
        {
            case "set":
                loop.Set(words[1]);
                lines.Write("set", words[0]);
                break;
            case "slice":
                var slice = loop.Slice(Number(words[0]), (int)Number(words[1]));
                if (slice.Failure is var (operation, reason))
                    lines.Write("failed", $"{operation} {Shorten(Named(Unwrap(reason)))}");
                else
                    lines.Write("slice", $"{words[0]} {slice.Wall} {slice.Cpu} {slice.Length}");
                break;
            case "kept":
                var kept = loop.TakeKept();
                Frames.Write(value, kept);
                lines.Write("kept", $"{kept.Count}");
                break;
            case "memory":
                foreach (var (key, counted) in Memory.Count(loop, Number(value)))
                    lines.Write(key, counted);
                lines.Write("memory", value);
                break;
            default:
                throw new InvalidDataException($"there is no command {command}");
        }
    }

    private static long Number(string word) => long.Parse(word, CultureInfo.InvariantCulture);

    private static (string Kind, string Message) Explain(Exception e) => e switch
    {
        UnsupportedException => ("unsupported", e.Message),
        MismatchException => ("mismatch", e.Message),
        // The name of a missing assembly contains a version, unlike that of a missing file.
        FileNotFoundException { FileName: { } name } when name.Contains(", Version=", StringComparison.Ordinal) => ("unavailable", e.Message),
        FileLoadException or TypeLoadException => ("unavailable", e.Message),
        _ => ("crash", Named(e)),
    };

    /// <summary>
    /// Returns the types and messages of an exception and its causes, and the line of the row's code that led to it, if
    /// known: <c>FormatException: no date (Row.cs:12)</c>.
    /// </summary>
    private static string Named(Exception e) =>
        $"{e.GetType().Name}: {e.Message}" + (e.InnerException is { } cause ? $" {Named(cause)}" : Place(e));

    private static string Place(Exception e)
    {
        bool IsRow(StackFrame frame) => frame.GetMethod()?.Module.Assembly == Assembly.GetEntryAssembly();
        var own = new StackTrace(e, fNeedFileInfo: true).GetFrames().FirstOrDefault(IsRow);
        return own?.GetFileName() is { } file ? $" ({Path.GetFileName(file)}:{own.GetFileLineNumber()})" : "";
    }

    /// <summary>
    /// Returns the original exception if .NET wrapped it because of a static constructor or reflection, otherwise the
    /// exception itself.
    /// </summary>
    private static Exception Unwrap(Exception e) =>
        e is TypeInitializationException or TargetInvocationException && e.InnerException is { } inner ? Unwrap(inner) : e;

    private static string Shorten(string message) =>
        message.Length <= LongestMessage ? message : $"{message[..LongestMessage]}…";
}
