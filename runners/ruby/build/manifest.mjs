/** The rows of runner.toml and what they require, as far as it can be read: wiremark itself says what is wrong with it. */
import { getStaticTOMLValue, parseTOML } from 'toml-eslint-parser';
import { parseRequirement } from './requirements.mjs';

/**
 * @param {string} text
 * @returns {import('./resolve.mjs').Row[]} those that require gems
 */
export function rowsOf(text) {
  const { serializer = [] } = /** @type {{ serializer?: { id: string, packages?: string[] }[] }} */ (
    getStaticTOMLValue(parseTOML(text))
  );
  return serializer.flatMap(({ id, packages = [] }) => {
    const requirements = packages.map(parseRequirement);
    const all = requirements.flatMap((requirement) => requirement ?? []);
    return all.length > 0 && all.length === requirements.length ? [{ id, requirements: all }] : [];
  });
}
