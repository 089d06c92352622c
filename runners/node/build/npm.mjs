import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { noVersion, runInstaller, unclear, unreachable } from '../../build-kit/installer.mjs';
import { inScratch } from '../../build-kit/once.mjs';
import { answer } from '../../build-kit/request.mjs';

/**
 * @typedef {import('../../build-kit/installer.mjs').Failure} Failure
 * @typedef {import('./packages.mjs').Package} Package
 */

/** With these options, packages' install scripts don't run, so a package that needs its script doesn't work. */
export const NPM_FLAGS = [
  '--no-audit',
  '--no-fund',
  '--ignore-scripts',
  '--include=optional',
  '--prefer-offline',
  '--omit-lockfile-registry-resolved',
  '--no-update-notifier',
  '--fetch-retries=1',
  '--fetch-retry-mintimeout=1000',
  '--fetch-timeout=60000',
];

/**
 * @param {readonly Package[]} packages
 * @param {string} folder
 * @returns {Promise<Failure | null>}
 */
export function install(packages, folder) {
  answer.progress(`npm installs ${packages.map(({ name }) => name).join(', ')}`);
  return npm(['install', ...flagsFor(packages)], folder);
}

/**
 * Returns the options of an install. npm must copy local packages: a link, its default, would let them change during a
 * benchmark.
 * @param {readonly Package[]} packages
 */
function flagsFor(packages) {
  return packages.some(isPath) ? [...NPM_FLAGS, '--install-links'] : NPM_FLAGS;
}

/** @param {Package} one */
export function isPath({ range }) {
  return range.startsWith('file:');
}

/**
 * Finds out why an install lacks a package, by installing it alone as a required package: npm skips an unavailable
 * optional package without a reason.
 * @param {Package} one
 * @param {string} cache
 * @returns {Promise<Failure>}
 */
export function whyMissing(one, cache) {
  const asked = `${one.name}@${one.range}`;
  answer.progress(`asking npm why it has no ${asked}`);
  return inScratch(cache, async (folder) => {
    await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
    const failure = await npm(['install', ...flagsFor([one]), '--no-save', asked], folder);
    const reason = `npm left out ${asked} and doesn't say why`;
    return failure ?? { reason, fix: `run "npm install ${asked}" by hand in an empty folder` };
  });
}

/**
 * @param {readonly string[]} args
 * @param {string} folder
 * @returns {Promise<Failure | null>}
 */
function npm(args, folder) {
  return runInstaller({
    name: 'npm',
    program: 'npm',
    args,
    cwd: folder,
    missing: 'install npm: it comes with Node.js from nodejs.org',
    failureOf: (output) => failureOf(output, basename(folder)),
  });
}

const NETWORK =
  /^E(NOTFOUND|AI_AGAIN|CONNREFUSED|CONNRESET|TIMEDOUT|HOSTUNREACH|NETUNREACH)|ERR_SOCKET|ENOTCACHED/;

/**
 * Finds the cause in npm's lines `npm error …`.
 * @param {readonly string[]} output
 * @param {string} folder
 * @returns {Failure}
 */
function failureOf(output, folder) {
  const lines = output
    .map((line) => /^npm (?:error|ERR!) ?(.*)$/.exec(line)?.[1]?.trim() ?? '')
    .filter((line) => line !== '' && !line.startsWith('A complete log'));
  const code = lines.find((line) => line.startsWith('code '))?.slice(5) ?? '';
  const [said = code || output.at(-1)] = lines
    .filter((line) => !/^(code|syscall|errno|type) /.test(line) && !line.includes(folder))
    .map((line) => line.replace(/^(notarget|404|network)\s+/, ''))
    .filter((line) => line !== '' && line !== '404');
  if (NETWORK.test(code))
    return unreachable('npm', said ?? code, 'connect to the npm registry, or set one with npm config');
  if (code === 'ETARGET' || code === 'E404') return noVersion('npm', said ?? code);
  return unclear('npm', said);
}
