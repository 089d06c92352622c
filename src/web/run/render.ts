import { h, type VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { type AnalyzedRun, analyze, type RecordedRun } from '../../analysis/analyze.ts';
import { compareWithPublished, type PublishedTable } from '../../report/published/published.ts';
import { calledOf } from '../../report/run/commands.ts';
import type { Called } from '../../report/tables/answer.ts';
import { shown } from '../../report/text/width.ts';
import { runLabel } from '../../store/record/run-label.ts';
import { htmlDocument, policyOf } from '../markup/document.ts';
import { App } from './app.tsx';
import { FRESH } from './state.ts';

export interface PageData {
  /** The analyzed run without its request, which has paths of the user's machine. */
  readonly view: AnalyzedRun;
  readonly called: Called;
  readonly published: readonly PublishedTable[];
}

export function makePageData(run: RecordedRun, command = 'wiremark'): PageData {
  const whole = analyze(run);
  const { request: _request, published: _, editions: _names, ...view } = whole;
  // Control characters are made visible: in a library's message, they could change the order of text.
  return shown<PageData>({
    view,
    called: calledOf(run.record, command, true),
    published: compareWithPublished(whole),
  });
}

interface PageInput {
  readonly home: string;
  readonly run: RecordedRun;
  readonly command?: string | undefined;
  readonly above?: VNode;
}

export async function renderPage({ home, run, command, above }: PageInput): Promise<string> {
  const { script, style } = await bundlePage(home);
  const data = makePageData(run, command);
  const { view } = data;
  const context = { data, state: FRESH, act: () => {} };
  // Without `<`, the JSON can neither end its script element nor begin a comment.
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return htmlDocument({
    title: `${runLabel(view)} · ${view.suite.title}`,
    policy: policyOf([script], style),
    style,
    body: `${above ? renderToString(above) : ''}<div id="page">${renderToString(h(App, { context }))}</div>
<script type="application/json" id="data">${json}</script>
<script>${script}</script>`,
  });
}

/** Neither the script nor the styles contain `</script`, `</style` or `<!--`, so both can be put into HTML elements. */
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
    // These are set in tsconfig.json, too, but an installed package lacks that file.
    jsx: 'automatic',
    jsxImportSource: 'preact',
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'error',
  }).catch(stopped);
  const textOf = (ending: string) => outputFiles.find(({ path }) => path.endsWith(ending))!.text.trim();
  // esbuild escapes `</script`, but not `<!--`, which would begin a comment of HTML.
  return { script: textOf('.js').replaceAll('<!--', '\\x3c!--'), style: textOf('.css') };
}

/** Throws a system error for a lack of memory if the process of esbuild has died, otherwise `error` itself. */
function stopped(error: Error): never {
  if (!/^The service (was stopped|is no longer running)/.test(error.message)) throw error;
  const text = `the program that makes the page (esbuild) died: ${error.message}`;
  throw Object.assign(new Error(text, { cause: error }), { code: 'ENOMEM', syscall: 'spawn' });
}
