/** Reads the rows of runner.toml and their requirements. Invalid entries are skipped: wiremark itself reports them. */
import { getStaticTOMLValue, parseTOML } from 'toml-eslint-parser';
import { parseRequirement } from './requirements.mjs';

/**
 * @param {string} text
 * @returns {import('./resolve.mjs').Row[]} rows that require gems
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
