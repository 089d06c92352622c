/** Gems that Ruby's sources are checked with: no row's, but locked with theirs. */

/** @type {import('../build/resolve.mjs').Row} */
export const CHECK = {
  id: 'check',
  requirements: [
    { name: 'rubocop', ranges: ['~> 1.92'] },
    { name: 'minitest', ranges: ['~> 5.27'] },
  ],
};
