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
  ]);
  // esbuild writes `</script` so that it ends nothing. `<!--` in a string would begin a comment of HTML.
  const script = bundle.outputFiles[0]!.text.replaceAll('<!--', '\\x3c!--').trim();
  return { script, style: style.code.trim() };
}
