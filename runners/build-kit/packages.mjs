/**
 * A package by path, as wiremark tells of it: `my-json@file:/home/me/my-json#sha256-…`.
 *
 * @typedef {object} PathPackage
 * @property {string} name
 * @property {string} path absolute: a folder or a file
 * @property {string} digest of what is there, in hex: another is another package
 */

/**
 * @param {string} spelled
 * @returns {PathPackage | null} null for one of a registry
 */
export function parsePath(spelled) {
  const [, name, path, digest] = /^(.+?)@file:(.+)#sha256-([0-9a-f]{64})$/.exec(spelled) ?? [];
  return name === undefined || path === undefined || digest === undefined ? null : { name, path, digest };
}
