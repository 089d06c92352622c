using System.Diagnostics;
using System.Runtime.InteropServices;

namespace Wiremark.Kit;

internal static class Clocks
{
    /// <summary>CLOCK_THREAD_CPUTIME_ID of Linux and of macOS; 0 elsewhere.</summary>
    private static readonly int ThreadClock = OperatingSystem.IsLinux() ? 3 : OperatingSystem.IsMacOS() ? 16 : 0;

    /// <summary>Converts ticks of <see cref="Stopwatch"/> to nanoseconds, at least 1.</summary>
    public static long Nanoseconds(long ticks) => Math.Max(1, (long)(ticks * (1e9 / Stopwatch.Frequency)));

    /// <summary>Returns the CPU time of this thread in nanoseconds, or 0 if the system has no clock for it.</summary>
    public static long ThreadCpu() =>
        ThreadClock != 0 && GetTime(ThreadClock, out var time) == 0 ? time.Seconds * 1_000_000_000 + time.Nanoseconds : 0;

    [DllImport("libc", EntryPoint = "clock_gettime")]
    private static extern int GetTime(int clock, out Time time);

    private struct Time
    {
        public long Seconds;
        public long Nanoseconds;
    }
}
