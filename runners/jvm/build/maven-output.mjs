/** Finds in Maven's output why modules couldn't be built. */

/**
 * @typedef {object} ModuleFailure
 * @property {string} reason one line
 * @property {'missing' | 'unreachable' | 'compile' | 'other'} kind `missing`: the repository doesn't have an
 *   artifact; `unreachable`: Maven couldn't reach the repository
 *
 * Maps a file's absolute path to the id of its module and the file's name in messages; null for a file outside of all
 * modules.
 * @typedef {(file: string) => { readonly module: string, readonly name: string } | null} Place
 */

const FAILED =
  /^Failed to execute goal (?:on project ([\w.-]+):|(\S+)(?: \([^)]*\))? on project ([\w.-]+):) ?(.*)$/;
const PLUGIN_MISSING = /^Plugin (\S+) or one of its dependencies could not be resolved: (.*)$/;
const UNRESOLVED =
  /could not (?:be resolved|resolve dependencies|transfer|find artifact)|was not found in|failure to find/i;
// javac prints `/path/File.java:[12,8] message`. Scala 3 prints `-- [E007] Type Mismatch Error: /path/File.scala:12:8 ----`,
// then lines that quote the source, then the message.
const JAVAC = /^(\S.*\.java):\[(\d+),(\d+)\] (?:error: )?(.*)$/;
const SCALAC = /^-- (?:\[E\d+\] )?(.*?): (\S.*\.scala):(\d+):(\d+) -*$/;
const LONGEST = 400;

/**
 * Returns failures by module id. Several threads of Maven may print at once, so neighboring lines may be about different
 * modules: a message is assigned to the module that it names, or whose file it names.
 * @param {readonly string[]} output
 * @param {Place} place
 */
export function parseFailures(output, place) {
  const errors = output.flatMap((line) => /^\[ERROR\] ?(.*)$/.exec(withoutColour(line))?.[1] ?? []);
  // Searches all lines, because javac's details are first printed without the prefix [ERROR].
  const messages = compilerMessages(output.map(plain), place);
  /** @type {Map<string, ModuleFailure>} */
  const failures = new Map();
  for (const [index, line] of errors.entries()) {
    const match = FAILED.exec(line);
    if (!match) continue;
    const id = match[1] ?? match[3] ?? '';
    const text = tidy(match[4] ?? '') || tidy(errors[index + 1] ?? '');
    const message = messages.get(id);
    if (message !== undefined) failures.set(id, { reason: message, kind: 'compile' });
    else if (/PROTOC FAILED/.test(text)) {
      failures.set(id, { reason: protocMessage(output, id) ?? shorten(text), kind: 'compile' });
    } else if (UNRESOLVED.test(text)) failures.set(id, unresolved(text));
    else failures.set(id, { reason: shorten(`${match[2] ?? 'Maven'}: ${text}`), kind: 'other' });
  }
  return failures;
}

/**
 * Returns why Maven failed before it built any module, such as an unavailable plugin or an invalid POM; null if it printed
 * no error.
 * @param {readonly string[]} output
 * @returns {ModuleFailure | null}
 */
export function parseGeneralFailure(output) {
  const errors = output.flatMap((line) => /^\[(?:ERROR|FATAL)\] ?(.+)$/.exec(withoutColour(line))?.[1] ?? []);
  const missing = errors.find((line) => PLUGIN_MISSING.test(line));
  const line = missing ?? errors[0];
  if (line === undefined) return null;
  if (UNRESOLVED.test(line)) return unresolved(tidy(line));
  return { reason: shorten(tidy(line)), kind: 'other' };
}

/** @param {string} line */
function plain(line) {
  return withoutColour(line).replace(/^\[(?:ERROR|INFO|WARNING)\] ?/, '');
}

/**
 * @param {readonly string[]} lines
 * @param {Place} place
 */
function compilerMessages(lines, place) {
  /** @type {Map<string, string>} */
  const first = new Map();
  for (const [index, line] of lines.entries()) {
    const java = JAVAC.exec(line);
    const scala = SCALAC.exec(line);
    const file = java?.[1] ?? scala?.[2];
    const at = file === undefined ? null : place(file);
    if (at === null || first.has(at.module)) continue;
    const position = java ? `${java[2]}:${java[3]}` : `${scala?.[3]}:${scala?.[4]}`;
    const following = lines.slice(index + 1);
    const text = java ? withDetails(java[4] ?? '', following) : scalaMessage(scala?.[1] ?? '', following);
    first.set(at.module, shorten(`${at.name}:${position}: ${text}`));
  }
  return first;
}

/**
 * @param {string} message
 * @param {readonly string[]} following
 */
function withDetails(message, following) {
  const symbol = /^\s+symbol:\s+(.*)$/.exec(following[0] ?? '')?.[1];
  return symbol ? `${message} (${symbol.replace(/\s+/g, ' ')})` : message;
}

/**
 * Returns the first two lines of a Scala 3 message, without quoted source and joined by a space; the title if there are none.
 * @param {string} title
 * @param {readonly string[]} following
 */
function scalaMessage(title, following) {
  const end = following.findIndex((line) => !/^\s*\d*\s*\|/.test(line));
  const lines = following
    .slice(0, end < 0 ? undefined : end)
    .filter((line) => /^\s+\|/.test(line))
    .map((line) => line.replace(/^\s+\|/, '').trim())
    .filter((line) => line !== '' && !/^\^+$/.test(line));
  return lines.length === 0 ? title : lines.slice(0, 2).join(' ');
}

/**
 * @param {readonly string[]} output
 * @param {string} id
 */
function protocMessage(output, id) {
  const messages = output.flatMap(
    (line) => /\[protoc - stderr pid=\d+\] (.+)$/.exec(withoutColour(line))?.[1] ?? [],
  );
  const message = messages.find((text) => text.includes(`/${id}/`)) ?? messages[0];
  return message === undefined ? null : shorten(`protoc: ${message}`);
}

/**
 * Returns the failure for an artifact that Maven couldn't get. Removes addresses and remarks on Maven's cache from the message, so
 * that it is like "Could not find artifact g:a:jar:v in central" or "Could not transfer artifact …".
 * @param {string} text
 * @returns {ModuleFailure}
 */
function unresolved(text) {
  const sentence =
    /(?:Could not find artifact|Could not transfer artifact|Failure to find|Failure to transfer|\S+ was not found in) .*$/.exec(
      text,
    )?.[0] ?? text;
  const reason = sentence
    .replace(/ \(https?:[^)]*\)/g, '')
    .replace(
      /^(?:Failure to find )?(\S+)(?: was not found)? in https?:\S+/,
      'Could not find artifact $1 in the repository',
    )
    .replace(/ transfer failed for https?:\/\/\S+/, '')
    .replace(/(?: during a previous attempt\.)? This failure was cached in the local repository.*$/, '');
  return {
    reason: shorten(reason),
    kind: / to transfer | not transfer /.test(sentence) ? 'unreachable' : 'missing',
  };
}

/** @param {string} text */
function tidy(text) {
  return text.replace(/ -> \[Help \d+\]$/, '').trim();
}

/** @param {string} text */
function shorten(text) {
  const line = text.replace(/\s+/g, ' ');
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 1)}…`;
}

/** @param {string} line */
function withoutColour(line) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: codes for terminal colors begin with this character.
  return line.replace(/\u001b\[[0-9;]*m/g, '');
}
