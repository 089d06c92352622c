/** Script of the page: takes over the markup (hydration), and keeps the reader's filter and sorting in the address. */
import { hydrate, type VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { App } from './app.tsx';
import type { PageData } from './render.ts';
import { FRESH, fromHash, type PageState, toHash } from './state.ts';

function Page({ data }: { data: PageData }): VNode {
  // The file has the markup of a page without filters, so filters in the address are applied after hydration.
  const [state, setState] = useState<PageState>(FRESH);
  useEffect(() => {
    const follow = () => setState(fromHash(location.hash));
    follow();
    addEventListener('hashchange', follow);
    document.documentElement.dataset.live = '';
    return () => removeEventListener('hashchange', follow);
  }, []);
  const act = (change: Partial<PageState>) => {
    const next = { ...state, ...change };
    setState(next);
    const hash = toHash(next);
    history.replaceState(null, '', hash === '' ? location.pathname + location.search : `#${hash}`);
  };
  return <App context={{ data, state, act }} />;
}

const data: PageData = JSON.parse(document.getElementById('data')!.textContent!);
hydrate(<Page data={data} />, document.getElementById('page')!);
