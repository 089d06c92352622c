using System.Globalization;
using BenchmarkDotNet.Attributes;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Diagnosers;
using BenchmarkDotNet.Engines;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Toolchains.InProcess.Emit;

namespace Wiremark.Kit;

/// <summary>
/// Measures a row with BenchmarkDotNet in this process, which was started with wiremark's settings. Arguments: a file with
/// the lines of the job (docs/PROTOCOL.md, "The job"), a file with the documents, and the numbers of warm-up and actual
/// iterations (0 for BenchmarkDotNet's defaults). Prints one line per actual iteration with ns per operation, then a line
/// <c>allocated</c> with bytes per operation.
/// </summary>
public static class Runner
{
    public static int Run<T>(Documents<T> documents, Func<Serializer<T>> make, Facts facts)
    {
        var words = Environment.GetCommandLineArgs();
        var job = File.ReadLines(words[1]).Select(line => line.Split(' ', 2)).ToLookup(line => line[0], line => line[^1]);
        var (task, output, set) = (job["task"].Single(), job["output"].Single(), words[2]);
        var (warmUps, iterations) = (Number(words[3]), Number(words[4]));
        var row = make();
        Operation.Next = (task, output) switch
        {
            ("serialize", "text") => InTurn(documents.ReadAll(set), row.SerializeText),
            ("serialize", "bytes") => InTurn(documents.ReadAll(set), row.SerializeBytes),
            ("deserialize", "text") => InTurn<string>(Frames.ReadTexts(set), text => row.DeserializeText(text)),
            ("deserialize", "bytes") => InTurn<byte[]>(Frames.ReadBytes(set), bytes => row.DeserializeBytes(bytes)),
            _ => throw new UnsupportedException($"there is no benchmark for {task}"),
        };
        var settings = Job.Default.WithToolchain(InProcessEmitToolchain.Instance);
        if (iterations > 0)
            settings = settings.WithWarmupCount(warmUps).WithIterationCount(iterations);
        var config = ManualConfig.CreateEmpty().AddJob(settings).AddDiagnoser(MemoryDiagnoser.Default).AddLogger(new ErrorLogger());
        var report = BenchmarkRunner.Run<Operation>(config).Reports.Single();
        foreach (var iteration in report.AllMeasurements.Where(IsResult))
            Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{iteration.Nanoseconds / iteration.Operations}"));
        Console.WriteLine($"allocated {report.GcStats.GetBytesAllocatedPerOperation(report.BenchmarkCase)}");
        return 0;
    }

    private static Func<object?> InTurn<TInput>(TInput[] inputs, Func<TInput, object?> work)
    {
        var next = 0;
        return () =>
        {
            var input = inputs[next];
            next = next + 1 == inputs.Length ? 0 : next + 1;
            return work(input);
        };
    }

    private static bool IsResult(Measurement iteration) =>
        iteration is { IterationMode: IterationMode.Workload, IterationStage: IterationStage.Result };

    private static int Number(string word) => int.Parse(word, CultureInfo.InvariantCulture);

    public class Operation
    {
        internal static Func<object?> Next { get; set; } = () => null;

        [Benchmark]
        public object? Work() => Next();
    }

    private sealed class ErrorLogger : ILogger
    {
        public string Id => nameof(ErrorLogger);
        public int Priority => 0;

        public void Write(LogKind logKind, string text) => Console.Error.Write(text);

        public void WriteLine() => Console.Error.WriteLine();

        public void WriteLine(LogKind logKind, string text) => Console.Error.WriteLine(text);

        public void Flush() => Console.Error.Flush();
    }
}
