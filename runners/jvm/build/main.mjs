/**
 * The JVM's build program (docs/PROTOCOL.md, "Building"): a Maven module for each serializer and dataset, generated into
 * a scratch folder, all of them compiled by one Maven process.
 */
import { EMITTERS } from './emitters.mjs';

/**
 * The kinds that a module consists of: models and entry in the language of the serializer's file, and what its option
 * `emit` names.
 * @param {string} file
 * @param {import('./emitters.mjs').Options} options
 */
export function emitterKinds(file, options) {
  const language = file.endsWith('.scala') ? 'scala' : 'java';
  const more = (options.emit ?? '').split(/\s+/).filter((kind) => kind !== '');
  const kinds = [`${language}-model`, ...more, `${language}-entry`];
  for (const kind of kinds) if (!EMITTERS.has(kind)) throw new Error(`nothing generates "${kind}"`);
  return kinds;
}
