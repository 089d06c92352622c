/** Gems that check and test Ruby's sources. Gemfile.lock has their versions, too. */

/** @typedef {import('../build/resolve.mjs').Row} Row */

/** @type {Row} */
export const RUBOCOP = { id: '(rubocop)', requirements: [{ name: 'rubocop', ranges: ['~> 1.92'] }] };
/** @type {Row} */
export const MINITEST = { id: '(minitest)', requirements: [{ name: 'minitest', ranges: ['~> 5.27'] }] };
