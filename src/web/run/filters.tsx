import type { VNode } from 'preact';
import { choosable, FRESH, isChosen, type PageContext, toHash } from './state.ts';

export function Filters({ context: { data, state, act } }: { context: PageContext }): VNode {
  const rows = data.view.cases.flatMap(choosable);
  const shown = rows.filter((row) => isChosen(state.text, row)).length;
  return (
    <search class="filters line" aria-label="Rows">
      <input
        type="search"
        size={30}
        aria-label="Find rows"
        placeholder="Find rows, such as: json users"
        autocomplete="off"
        value={state.text}
        onInput={(event) => act({ text: event.currentTarget.value })}
      />
      {toHash(state) !== '' && (
        <button type="button" onClick={() => act(FRESH)}>
          Reset
        </button>
      )}
      <p role="status">
        {shown === 0 ? 'No row matches.' : shown < rows.length && `${shown} of ${rows.length} rows`}
      </p>
    </search>
  );
}
