using System.Reflection;
using System.Runtime.Loader;

// Runs a program of the SDK (the C# compiler or MSBuild) many times in one process, because starting it takes most of its time.
// Each line of standard input is the path of a response file, which contains arguments of the program. For each line, runs the
// program and prints its messages, then a line with "= " and the exit code.
// Arguments of this host: the program's path, then the arguments that come before each response file.
var program = args[0];
AssemblyLoadContext.Default.Resolving += (context, name) =>
{
    var path = Path.Combine(Path.GetDirectoryName(program)!, name.Name + ".dll");
    return File.Exists(path) ? context.LoadFromAssemblyPath(path) : null;
};
var main = AssemblyLoadContext.Default.LoadFromAssemblyPath(program).EntryPoint!;
var output = Console.Out;
while (Console.In.ReadLine() is { } responseFile)
{
    var messages = new StringWriter();
    Console.SetOut(messages);
    object? code;
    try
    {
        code = main.Invoke(null, [(string[])[.. args[1..], "@" + responseFile]]);
    }
    catch (TargetInvocationException e)
    {
        messages.Write($"error: {e.InnerException}");
        code = 1;
    }
    output.WriteLine($"{messages.ToString().TrimEnd()}\n= {code}");
    output.Flush();
}
