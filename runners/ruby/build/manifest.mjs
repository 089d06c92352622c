import { getStaticTOMLValue, parseTOML } from 'toml-eslint-parser';
import { parseRequirement } from './requirements.mjs';

/**
 * Returns the rows (serializers) that require gems. Skips invalid entries, which wiremark reports itself.
 * @param {string} text content of runner.toml
 * @returns {import('./resolve.mjs').Row[]}
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
