using System.Reflection;
using System.Runtime.Loader;

// Compiles C# again and again in one process, because starting a compiler takes most of its time. Each line of standard
// input is the path of a response file (arguments of the compiler). For each, prints the messages of the compiler, then a
// line with "= " and the exit code.
// Argument: the path of csc.dll.
var csc = args[0];
AssemblyLoadContext.Default.Resolving += (context, name) =>
{
    var path = Path.Combine(Path.GetDirectoryName(csc)!, name.Name + ".dll");
    return File.Exists(path) ? context.LoadFromAssemblyPath(path) : null;
};
var compile = AssemblyLoadContext.Default.LoadFromAssemblyPath(csc).EntryPoint!;
var output = Console.Out;
while (Console.In.ReadLine() is { } responseFile)
{
    var messages = new StringWriter();
    Console.SetOut(messages);
    object? code;
    try
    {
        code = compile.Invoke(null, [new[] { "-noconfig", "@" + responseFile }]);
    }
    catch (TargetInvocationException e)
    {
        messages.Write($"error: {e.InnerException}");
        code = 1;
    }
    output.WriteLine($"{messages.ToString().TrimEnd()}\n= {code}");
    output.Flush();
}
