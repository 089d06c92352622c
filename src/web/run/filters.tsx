import type { VNode } from 'preact';
import {
  choosable,
  FACETS,
  type Facet,
  FRESH,
  isChosen,
  type PageContext,
  toggled,
  toHash,
  valuesOf,
} from './state.ts';

export function Filters({ context }: { context: PageContext }): VNode {
  const { state, act } = context;
  return (
    <search aria-label="Rows">
      <form class="filters line" onSubmit={(event) => event.preventDefault()}>
        <input
          type="search"
          aria-label="Find rows"
          placeholder="Find rows"
          autocomplete="off"
          value={state.text}
          onInput={(event) => act({ text: event.currentTarget.value })}
        />
        <details>
          <summary>Filters</summary>
          {FACETS.map((facet) => (
            <FacetChoice key={facet} context={context} facet={facet} />
          ))}
        </details>
        {toHash(state) !== '' && (
          <button type="button" class="button" onClick={() => act(FRESH)}>
            Reset
          </button>
        )}
        <Count context={context} />
      </form>
    </search>
  );
}

function FacetChoice({ context, facet }: { context: PageContext; facet: Facet }): VNode | null {
  const { data, state, act } = context;
  const values = valuesOf(data.view, facet);
  if (values.length < 2) return null;
  const own = state.chosen[facet];
  return (
    <fieldset>
      <legend>{facet}</legend>
      {values.map((value) => (
        <label key={value} class="chip">
          <input
            type="checkbox"
            checked={own.includes(value)}
            onChange={() => act({ chosen: { ...state.chosen, [facet]: toggled(own, value) } })}
          />
          <span>{value}</span>
        </label>
      ))}
    </fieldset>
  );
}

function Count({ context: { data, state } }: { context: PageContext }): VNode {
  const rows = data.view.cases.flatMap(choosable);
  const shown = rows.filter((row) => isChosen(state, row)).length;
  const what = shown < rows.length && `${shown} of ${rows.length} rows`;
  return (
    <p class="count" role="status">
      {shown === 0 ? 'No row matches: remove a filter, or reset.' : what}
    </p>
  );
}
