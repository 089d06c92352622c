using System.Text;

namespace Wiremark.Kit.Tests;

public static class LimitTests
{
    public static void Characters_that_JSON_escapes_are_counted_at_every_position()
    {
        for (var value = 0; value < 256; value++)
        {
            for (var at = 0; at < 40; at++)
            {
                var bytes = Encoding.ASCII.GetBytes(new string('a', 40));
                bytes[at] = (byte)value;
                Check.Equal(value is '"' or '\\' or < 0x20 ? 1 : 0, Limits.Escapable(bytes));
            }
        }
        Check.Equal(0, Limits.Escapable([]));
        Check.Equal(33, Limits.Escapable(Encoding.ASCII.GetBytes(new string('"', 33))));
    }
}
