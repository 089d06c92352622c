using System.Reflection;
using System.Runtime.Loader;

// Runs the C# compiler in this process for each line of standard input, the path of a response file: most of a compiler's time
// is its start. Prints the compiler's output, then "= " and its exit code. Ends when its input ends.
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
