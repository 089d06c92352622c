/** The script of the page: reads the data beside it, takes over the markup, and follows the reader. */
import { hydrate, type VNode } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import * as charts from '../../report/charts/index.ts';
import { App, type PageLink } from './app.tsx';
import type { PageData } from './data.ts';
import { openRun, type PageRun, viewOf } from './page-run.ts';
import { reachScrolling } from './scrolling.ts';
import { FRESH, fromHash, type PageState, toHash } from './state.ts';

interface Embedded {
  readonly data: PageData;
  readonly links: readonly PageLink[];
}

function Page({ run, links }: { run: PageRun; links: readonly PageLink[] }): VNode {
  // The markup that is there is of a fresh page: what the address asks for comes right after.
  const [state, setState] = useState<PageState>(FRESH);
  const [roomy, setRoomy] = useState(false);
  const view = useMemo(() => viewOf(run, state.baseline), [run, state.baseline]);
  useEffect(() => {
    const follow = () => setState((before) => ({ ...fromHash(location.hash), filters: before.filters }));
    follow();
    addEventListener('hashchange', follow);
    document.documentElement.dataset.live = '';
    return () => removeEventListener('hashchange', follow);
  }, []);
  useEffect(() => {
    const wide = matchMedia('(min-width: 1181px)');
    const follow = () => setRoomy(wide.matches);
    follow();
    wide.addEventListener('change', follow);
    return () => wide.removeEventListener('change', follow);
  }, []);
  useEffect(reachScrolling);
  const act = (change: Partial<PageState>) => {
    const next = { ...state, ...change };
    setState(next);
    const hash = toHash(next);
    history.replaceState(null, '', hash === '' ? location.pathname + location.search : `#${hash}`);
  };
  return <App context={{ run, view, state, charts, roomy, act }} links={links} />;
}

const { data, links }: Embedded = JSON.parse(document.getElementById('data')!.textContent!);
hydrate(<Page run={openRun(data)} links={links} />, document.getElementById('page')!);
