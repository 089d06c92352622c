import type { ComponentChildren, VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { seriesOf } from '../../analysis/runs/machines.ts';
import { hasVersions } from '../../define/names.ts';
import { machineName } from '../../report/machine.ts';
import { escaped, visible } from '../../report/text/width.ts';
import type { RunRecord } from '../../store/record/record.ts';
import { spelledTime } from '../../store/record/run-label.ts';
import { htmlDocument, policyOf } from '../markup/document.ts';
import { PAGE_RULES } from './guard.ts';
import type { RunEntry } from './source.ts';

export interface ServedPage {
  readonly title: string;
  readonly content: ComponentChildren;
  readonly place?: string;
}

export function Places({ place, run }: Pick<ServedPage, 'place'> & { readonly run?: RunEntry }): VNode {
  const link = (href: string, text: string) => (
    <a href={href} aria-current={href === place ? 'page' : undefined}>
      {text}
    </a>
  );
  return (
    <nav aria-label="Pages">
      {link('/', 'Runs')} {link('/history', 'History')}{' '}
      {run &&
        hasVersions(run.record.contenders) &&
        link(`/versions/${encodeURIComponent(run.key)}`, 'Versions')}
    </nav>
  );
}

export function messagePage(title: string, why: string): ServedPage {
  return { title, content: <p>{why}</p> };
}

/** Script that submits a form when a field changes. Without scripts, the form has a button. */
const SUBMIT = "addEventListener('change', ({ target }) => target.form?.requestSubmit())";

export function layOut({ title, content, ...place }: ServedPage, style: string) {
  const page = (
    <>
      <Places {...place} />
      <header>
        <h1>{title}</h1>
      </header>
      <main>{content}</main>
    </>
  );
  const html = htmlDocument({
    title: visible(title),
    head: '<link rel="icon" href="data:,">',
    style,
    // Control characters in a library's text could change the order of text.
    body: `<div id="page">${escaped(renderToString(page))}</div><script>${SUBMIT}</script>`,
  });
  return { html, policy: policyOf([SUBMIT], style, PAGE_RULES) };
}

export function RunName({ run, label }: { run: Pick<RunEntry, 'key' | 'record'>; label: string }): VNode {
  const { name, suite, startedAt } = run.record;
  return (
    <>
      <a href={`/runs/${encodeURIComponent(run.key)}`}>{label}</a>
      {name !== undefined && <div class="dim">{`${suite.name}, ${spelledTime(startedAt)}`}</div>}
    </>
  );
}

export interface NumberedMachine {
  readonly name: string;
  readonly mark: string;
}

/** Numbers machines in the order of their first runs; machines of a fleet are named by kind. @param runs newest first */
export function machinesOf<Run extends { readonly record: RunRecord }>(runs: readonly Run[]) {
  return seriesOf(runs.toReversed()).map(({ label, runs }) => {
    return { mark: label, name: machineName(runs[0]!.record.machine), runs };
  });
}

export function MachineWords({ machines }: { machines: readonly NumberedMachine[] }): VNode {
  const named = machines.map(({ mark, name }) => (machines.length === 1 ? name : `${mark}: ${name}`));
  const compare =
    machines.length === 1
      ? 'All runs are from the same kind of machine'
      : `From ${machines.length} kinds or machines, whose absolute times aren't compared`;
  return (
    <p class="note dim">
      {compare}: {named.join('; ')}.
    </p>
  );
}
