/** Objects and their JSON, by dataset, from benchmarks/README.md of github.com/spellbook-technology/transmutation. */
import type { RecordValue } from '../../src/schema/value.ts';

const john = { id: 1n, first_name: 'John', last_name: 'Doe' };
const sampleOf = (id: bigint) => ({
  id,
  title: `Post ${id}`,
  body: `Sample body ${id}`,
  user: { id: 1n },
});

export const PAGE: Readonly<
  Record<'organisation' | 'post' | 'user', { readonly object: RecordValue; readonly json: string }>
> = {
  organisation: {
    object: { id: 1n, name: 'Example Inc.' },
    json: '{"id":1,"name":"Example Inc.","logo_url":"https://example.com/logos/companies/1"}',
  },
  post: {
    object: {
      ...{ id: 1n, title: 'Sample Post', body: 'Sample Body' },
      user: { ...john, posts: [{ id: 1n }, { id: 3n }] },
    },
    json: '{"id":1,"title":"Sample Post","body":"Sample Body","user":{"id":1,"first_name":"John","full_name":"John Doe"}}',
  },
  user: {
    object: { ...john, posts: [sampleOf(1n), sampleOf(3n)] },
    json: '{"id":1,"first_name":"John","full_name":"John Doe","posts":[{"id":1,"title":"Post 1","body":"Sample body 1"},{"id":3,"title":"Post 3","body":"Sample body 3"}]}',
  },
};
