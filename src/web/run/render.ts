/** The page of a run as one HTML file: markup, styles, script and data, with nothing to fetch. */
import { h, type VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { RecordedRun } from '../../analysis/analyze.ts';
import { runLabel } from '../../store/record/run-label.ts';
import { htmlDocument, policyOf } from '../markup/document.ts';
import { App } from './app.tsx';
import { makePageData } from './data.ts';
import { FRESH } from './state.ts';

interface PageInput {
  /** The package folder, where the sources of the page's script lie. */
  readonly home: string;
  readonly run: RecordedRun;
  /** As wiremark was called; `wiremark` unless told. */
  readonly command?: string | undefined;
  /** Links to other pages; none in a file of its own. */
  readonly above?: VNode;
}

export async function renderPage({ home, run, command, above }: PageInput): Promise<string> {
  const { script, style } = await bundlePage(home);
  const data = makePageData(run, command);
  const { view } = data;
  // Of what the page carries, so that its script finds the markup that it would make itself.
  const context = { data, state: FRESH, act: () => {} };
  return htmlDocument({
    title: `${runLabel(view)} · ${view.suite.title}`,
    // Nothing may be fetched.
    policy: policyOf([script], style),
    style,
    body: `${above ? renderToString(above) : ''}<div id="page">${renderToString(h(App, { context }))}</div>
<script type="application/json" id="data">${embeddedJson(data)}</script>
<script>${script}</script>`,
  });
}

/** A value as JSON that can stand in a script element: nothing in it ends the element or begins a comment. */
function embeddedJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/**
 * The page's script and styles, made from their sources: minified, and safe inside their elements, as neither contains
 * `</script`, `</style` or `<!--`.
 *
 * @param home the package folder
 */
async function bundlePage(home: string) {
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
