/** The page's script and styles, made from their sources when they are wanted. */

/**
 * Both minified, and safe inside their elements: neither contains `</script`, `</style` or `<!--`.
 *
 * @param home the package folder
 */
export async function bundlePage(home: string) {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    absWorkingDir: home,
    entryPoints: ['src/web/run/page.tsx', 'src/web/run/style.css'],
    outdir: home,
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    // As tsconfig.json has it, which an installed package lacks.
    jsx: 'automatic',
    jsxImportSource: 'preact',
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'error',
  }).catch(stopped);
  const textOf = (ending: string) => outputFiles.find(({ path }) => path.endsWith(ending))!.text.trim();
  // esbuild writes `</script` so that it ends nothing. `<!--` in a string would begin a comment of HTML.
  return { script: textOf('.js').replaceAll('<!--', '\\x3c!--'), style: textOf('.css') };
}

/** esbuild is a program of its own, which ends where it gets no memory. @throws an error of the system for that */
function stopped(error: Error): never {
  if (!/^The service (was stopped|is no longer running)/.test(error.message)) throw error;
  const text = `the program that makes the page (esbuild) was ended: ${error.message}`;
  throw Object.assign(new Error(text, { cause: error }), { code: 'ENOMEM', syscall: 'spawn' });
}
