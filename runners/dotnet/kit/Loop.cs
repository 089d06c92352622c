using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace Wiremark.Kit;

/// <summary>
/// Result of a slice of timed operations: elapsed and CPU time in nanoseconds and the sum of the outputs' lengths; or the
/// number of the failed operation, from 0, and its exception.
/// </summary>
internal sealed record Slice(long Wall, long Cpu, long Length, (long Operation, Exception Reason)? Failure = null);

internal interface ILoop
{
    void Set(string path);

    Slice Slice(long operations, int keep);

    /// <summary>Returns as bytes the results that slices kept for verification since the last call.</summary>
    IReadOnlyList<byte[]> TakeKept();

    /// <summary>Runs operations without measuring them or keeping results. The loop itself allocates no memory.</summary>
    void Run(long operations);
}

/// <summary>
/// The timed loop of a task. A process uses only one kind of loop, so the JIT can inline the operation, and often the row's
/// code.
/// </summary>
/// <param name="read">Reads the inputs from the file that the command <c>set</c> names.</param>
/// <param name="finish">Returns a result as bytes, which wiremark verifies; null if there is nothing to verify.</param>
internal abstract class Loop<TInput, TResult>(Func<string, TInput[]> read, Func<TResult, byte[]?> finish) : ILoop
{
    /// <summary>
    /// Operations per call of <see cref="Batch"/>. The JIT fully optimizes a method that is called often. Without
    /// batches, each slice would be one long call, which keeps the code that the JIT substituted while it ran (on-stack
    /// replacement).
    /// </summary>
    private const int BatchSize = 64;

    private readonly Results<TResult> results = new(finish);
    private readonly Slot<TResult>[] keepsNone = new Slot<TResult>[1];
    private TInput[] inputs = [];
    private int next;
    private long done;

    public void Set(string path)
    {
        inputs = read(path);
        next = 0;
    }

    public Slice Slice(long operations, int keep)
    {
        var kept = new Slot<TResult>[keep + 1];
        long cpu, ticks, length;
        try
        {
            cpu = Clocks.ThreadCpu();
            ticks = Stopwatch.GetTimestamp();
            length = Run(operations, kept);
            ticks = Stopwatch.GetTimestamp() - ticks;
            cpu = Clocks.ThreadCpu() - cpu;
        }
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            return new Slice(0, 0, 0, (done, e));
        }
        results.Keep(kept);
        return new Slice(Clocks.Nanoseconds(ticks), cpu, length);
    }

    protected abstract TResult Operate(TInput input);

    /// <summary>
    /// Returns the length of an output in characters or bytes, 0 (the default) for objects and trees, or limit-walk's number of
    /// values. A slice reports the sum.
    /// </summary>
    protected virtual long Length(TResult result) => 0;

    public void Run(long operations) => Run(operations, keepsNone);

    public IReadOnlyList<byte[]> TakeKept() => results.Take();

    private long Run(long operations, Slot<TResult>[] kept)
    {
        var length = 0L;
        for (done = 0; done < operations;)
            length += Batch(Math.Min(done + BatchSize, operations), kept, operations - kept.Length);
        return length;
    }

    /// <summary>
    /// Runs operations until <see cref="done"/> is <paramref name="end"/>. Stores results to keep from index 1 of the array
    /// on, all others at index 0. The index is computed, so the JIT can't omit the store or the operation.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private long Batch(long end, Slot<TResult>[] kept, long unkept)
    {
        var length = 0L;
        var at = next;
        for (; done < end; done++)
        {
            var result = Operate(inputs[at]);
            length += Length(result);
            kept[Math.Max(0, done - unkept)].Result = result;
            at = at + 1 == inputs.Length ? 0 : at + 1;
        }
        next = at;
        return length;
    }
}

/// <summary>
/// Element of an array of results. Storing a result in an array of structs needs no type check, unlike in an array of
/// objects.
/// </summary>
internal struct Slot<TResult>
{
    public TResult Result;
}
