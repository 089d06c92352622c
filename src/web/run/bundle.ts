/** The page's script and styles, made from their sources when they are wanted. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface PageBundle {
  readonly script: string;
  readonly style: string;
}

/**
 * Both minified, and safe inside their elements: neither contains `</script`, `</style` or `<!--`.
 *
 * @param home the package folder
 */
export async function bundlePage(home: string): Promise<PageBundle> {
  const { build, transform } = await import('esbuild');
  const [bundle, style] = await Promise.all([
    build({
      absWorkingDir: home,
      entryPoints: ['src/web/run/page.tsx'],
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
    }),
    readFile(join(home, 'src', 'web', 'run', 'style.css'), 'utf8').then((css) =>
      transform(css, { loader: 'css', minify: true, charset: 'utf8', legalComments: 'none' }),
    ),
  ]).catch(stopped);
  // esbuild writes `</script` so that it ends nothing. `<!--` in a string would begin a comment of HTML.
  const script = bundle.outputFiles[0]!.text.replaceAll('<!--', '\\x3c!--').trim();
  return { script, style: style.code.trim() };
}

/** esbuild is a program of its own, which ends where it gets no memory. @throws an error of the system for that */
function stopped(error: Error): never {
  if (!/^The service (was stopped|is no longer running)/.test(error.message)) throw error;
  const text = `the program that makes the page (esbuild) was ended: ${error.message}`;
  throw Object.assign(new Error(text, { cause: error }), { code: 'ENOMEM', syscall: 'spawn' });
}
