/**
 * Preloaded only into the core's process (node --import): wraps Node's calls that reach the system, counts them by site, and
 * makes one of them fail, or kills the process there. Reads its instructions as JSON from WIREMARK_HARDSHIP, and deletes the
 * variable, so that children don't see it:
 *
 * - `log`: file for its notes, a line of JSON for each event
 * - `roots`: [name, path] pairs, the longest path first, which make sites independent of the machine
 * - `site`, `nth`, `how`: the call and its fault (faults.ts). Without a site, it counts all calls
 *
 * It always blocks and notes signals to processes that wiremark didn't start.
 */
import childProcess, { ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { constants } from 'node:os';
import { resolve } from 'node:path';
import { getSystemErrorMap } from 'node:util';

const order = JSON.parse(process.env.WIREMARK_HARDSHIP ?? 'null');
delete process.env.WIREMARK_HARDSHIP;

const original = { ...fs };
const kill = process.kill.bind(process);
const counts = new Map();
const pathOfHandle = new Map();
/** Above 0 while a wrapped call runs: calls that Node or this module makes within it aren't wiremark's own. */
let within = 0;

const READS = ['open', 'readFile', 'readdir', 'stat', 'lstat', 'access', 'readlink', 'realpath', 'opendir', 'exists'];
const WRITES = ['writeFile', 'appendFile', 'copyFile', 'cp', 'rename', 'mkdir', 'mkdtemp', 'unlink', 'rm', 'rmdir'];
const MORE = ['link', 'symlink', 'chmod', 'chown', 'utimes', 'truncate', 'statfs'];
/** Calls on open files. */
const HANDLES = ['read', 'readv', 'write', 'writev', 'fsync', 'fdatasync', 'fstat', 'ftruncate', 'close'];
/** Methods of FileHandle that have other names than the same calls in HANDLES. */
const METHODS = { sync: 'fsync', datasync: 'fdatasync', stat: 'fstat', truncate: 'ftruncate' };

function note(what) {
  within++;
  try {
    const file = original.openSync(order.log, 'a');
    original.writeSync(file, `${JSON.stringify(what)}\n`);
    original.closeSync(file);
  } catch {
    // A full disk may prevent the note.
  } finally {
    within--;
  }
}

// ---- which call

/** Names a call, such as `open {here}/run.json`, the same on every machine and in every run; null for files of Node or tsx. */
function siteOf(name, path) {
  const text = name === 'spawn' ? path : spelledPath(path);
  const place = order.roots.find(([, root]) => text === root || text.startsWith(`${root}/`));
  const spelled = place === undefined ? text : `{${place[0]}}${text.slice(place[1].length)}`;
  if (/^\{home\}\/(wiremark$|npm-|src|script|node_modules)|^\{c(ache\}\/c)?ore\b|^node:|node_modules|inject\.mjs|\/proc\/self\/exe/.test(spelled)) return null;
  return `${name} ${spelled
    .replace(/^(\{home\}\/(?:datasets|suites|runners))\/[^/.]+(.*\/)?/, (_, folder, more) => `${folder}/EACH${more ?? ''}`)
    .replace(/(EACH\/serializers\/).*/, '$1EACH')
    .replace(/wiremark-[0-9a-f]{8}-\d+-\d+-\w{0,6}/g, 'wiremark-OWN')
    .replace(/(\/\w+)-\w{6}(?=\/|$)/g, '$1-ANY')
    .replace(/\d{8}T\d{6}(\.\d+)?Z(-[\w-]+?-[0-9a-f]{4})?/g, 'RUN')
    .replace(/[0-9a-f]{8,}/g, 'HEX')
    .replace(/\d+/g, 'N')}`;
}

/** The absolute path, or a name for an open file. */
const spelledPath = (path) => (path instanceof URL ? path.pathname : /^handle/.test(path) ? path : resolve(String(path)));

function pathOf(name, first) {
  const isHandle = HANDLES.includes(name) || typeof first === 'number';
  return isHandle ? (pathOfHandle.get(first) ?? `handle ${first}`) : first;
}

/** Counts a call; returns whether it must fail. */
function isMeant(site) {
  if (site === null) return false;
  const count = (counts.get(site) ?? 0) + 1;
  counts.set(site, count);
  if (site !== order.site || count !== order.nth) return false;
  note({ hit: site, stack: new Error().stack.split('\n').filter((line) => !line.includes('inject.mjs')).slice(1, 6) });
  return true;
}

// ---- the fault

/** The system's name of a call by Node's name. */
const SYSCALLS = { readFile: 'open', writeFile: 'open', appendFile: 'open', readdir: 'scandir', cp: 'lstat', exists: 'access' };

function errorOf(call, wanted, path, dest) {
  const errno = -(constants.errno[wanted] ?? 5);
  // Node has no name for some errors, such as EDQUOT.
  const [code, message] = getSystemErrorMap().get(errno) ?? Array(2).fill(`Unknown system error ${errno}`);
  // Node's message names no path for calls on open files.
  const late = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO'].includes(wanted);
  const isNameless = HANDLES.includes(call) || (late && ['readFile', 'writeFile', 'appendFile'].includes(call));
  const syscall = isNameless
    ? call.replace(/^(readFile|readv)$/, 'read').replace(/^(writeFile|appendFile|writev)$/, 'write')
    : (SYSCALLS[call] ?? call);
  const where = isNameless ? '' : dest === undefined ? ` '${path}'` : ` '${path}' -> '${dest}'`;
  const error = new Error(`${code}: ${message}, ${syscall}${where}`);
  return Object.assign(error, { errno, code, syscall }, isNameless ? {} : { path: path instanceof URL ? path.pathname : String(path) }, dest === undefined || isNameless ? {} : { dest });
}

/** Ends the process immediately, like a power cut. */
function die() {
  kill(process.pid, 'SIGKILL');
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

function half(data) {
  if (typeof data === 'string') return data.slice(0, data.length >> 1);
  return ArrayBuffer.isView(data) ? Buffer.from(data.buffer, data.byteOffset, data.byteLength >> 1) : data;
}

/** Arguments for a call that writes half of the bytes; null for other calls. */
function halved(name, args) {
  if (name === 'writeFile' || name === 'appendFile') return [args[0], half(args[1]), ...args.slice(2)];
  if (name !== 'write') return null;
  if (typeof args[1] === 'string') return [args[0], half(args[1])];
  const { offset = 0, length } = typeof args[2] === 'object' && args[2] !== null ? args[2] : { offset: args[2] ?? 0, length: args[3] };
  const position = typeof args[2] === 'object' ? args[2]?.position : args[4];
  return [args[0], args[1], offset, (length ?? args[1].byteLength - offset) >> 1, position ?? null];
}

/**
 * Applies the fault before the selected call.
 *
 * @returns an error to throw instead, other arguments for the call, or nothing
 */
function befall(name, args) {
  const { how } = order;
  if (how === 'kill-before') die();
  if (how === 'interrupt') kill(process.pid, 'SIGINT');
  if (/^E/.test(how)) {
    const forgiven = how === 'ENOENT' && (args[1]?.force || args[1]?.throwIfNoEntry === false);
    if (forgiven) return { result: undefined };
    if (name === 'exists') return { result: false };
    const dest = ['rename', 'copyFile', 'cp', 'link', 'symlink'].includes(name) ? args[1] : undefined;
    return { error: errorOf(name, how, pathOf(name, args[0]), dest), args: halved(name, args) };
  }
  if (how === 'torn' || how === 'short') return { args: halved(name, args) ?? args };
  return {};
}

const dies = () => order.how === 'kill-after' || order.how === 'torn';

// ---- the wraps

function wrapSync(name) {
  const key = `${name}Sync`;
  const call = original[key];
  if (call === undefined) return;
  fs[key] = function (...args) {
    if (within > 0) return call.apply(this, args);
    const site = siteOf(name, pathOf(name, args[0]));
    const isIt = isMeant(site);
    within++;
    try {
      const fate = isIt ? befall(name, args) : {};
      if (fate.error !== undefined) {
        // A disk that fills up still takes a part of the bytes.
        if (fate.args) call.apply(this, fate.args);
        if (name === 'close') call.apply(this, args);
        throw fate.error;
      }
      if ('result' in fate) return fate.result;
      const result = call.apply(this, fate.args ?? args);
      if (name === 'open') pathOfHandle.set(result, args[0]);
      if (name === 'close') pathOfHandle.delete(args[0]);
      if (isIt && dies()) die();
      return result;
    } finally {
      within--;
    }
  };
  likeOriginal(fs[key], call);
}

function wrapCallback(name) {
  const call = original[name];
  if (call === undefined) return;
  fs[name] = function (...args) {
    const callback = args.at(-1);
    if (within > 0 || typeof callback !== 'function') return call.apply(this, args);
    const given = args.slice(0, -1);
    const isIt = isMeant(siteOf(name, pathOf(name, args[0])));
    const fate = isIt ? befall(name, given) : {};
    if (fate.error !== undefined && name !== 'close') return process.nextTick(callback, fate.error);
    if ('result' in fate) return process.nextTick(callback, ...(name === 'exists' ? [] : [null]), fate.result);
    const ended = (error, result, ...more) => {
      if (name === 'open' && !error) pathOfHandle.set(result, args[0]);
      if (isIt && dies()) die();
      callback(fate.error ?? error, result, ...more);
    };
    return call.apply(this, [...(fate.args ?? given), name === 'exists' ? callback : ended]);
  };
  likeOriginal(fs[name], call);
}

/** Copies the properties of Node's function, such as `realpath.native` and its promisified form. */
function likeOriginal(wrap, call) {
  for (const key of Reflect.ownKeys(call))
    if (!['length', 'name', 'prototype'].includes(key)) Object.defineProperty(wrap, key, Object.getOwnPropertyDescriptor(call, key));
}

function wrapPromise(name) {
  const call = original.promises[name];
  if (call === undefined) return;
  fs.promises[name] = async function (...args) {
    const isIt = isMeant(siteOf(name, args[0]?.fd === undefined ? args[0] : (pathOfHandle.get(args[0]) ?? 'handle')));
    const fate = isIt ? befall(name, args) : {};
    if (fate.error !== undefined) {
      if (fate.args) await call.apply(this, fate.args);
      throw fate.error;
    }
    if ('result' in fate) return fate.result;
    const result = await call.apply(this, fate.args ?? args);
    if (name === 'open') pathOfHandle.set(result, args[0]);
    if (isIt && dies()) die();
    return result;
  };
}

/** Wraps the methods of FileHandle, which all handles share. */
async function wrapHandles() {
  const handle = await original.promises.open(import.meta.filename ?? new URL(import.meta.url));
  const methods = Object.getPrototypeOf(handle);
  await handle.close();
  for (const key of ['read', 'readv', 'write', 'writev', 'sync', 'datasync', 'stat', 'truncate', 'close', 'readFile', 'writeFile', 'appendFile']) {
    const call = methods[key];
    const name = METHODS[key] ?? key;
    methods[key] = async function (...args) {
      const path = pathOfHandle.get(this);
      // A handle that Node opened for itself has no path here.
      if (path === undefined) return call.apply(this, args);
      const isIt = isMeant(siteOf(name, path));
      const fate = isIt ? befall(name, [path, ...args]) : {};
      if (fate.error !== undefined) {
        if (name === 'close') await call.apply(this, args);
        throw fate.error;
      }
      const result = await call.apply(this, (fate.args ?? [path, ...args]).slice(1));
      if (isIt && dies()) die();
      return result;
    };
  }
}

/** Wraps below child_process: covers every way to start a process, and Node's handling of the error. */
function wrapSpawn() {
  const handle = new ChildProcess()._handle ?? makeHandle();
  const methods = Object.getPrototypeOf(handle);
  const call = methods.spawn;
  methods.spawn = function (options) {
    const isIt = isMeant(siteOf('spawn', `${options.file} ${(options.args ?? []).slice(1, 3).map(spelledWord).join(' ')}`));
    if (isIt) {
      const fate = befall('spawn', [options.file]);
      if (fate.error !== undefined) return fate.error.errno;
    }
    const result = call.call(this, options);
    if (this.pid > 0) started.add(this.pid);
    if (isIt && dies()) die();
    return result;
  };
}

function spelledWord(word) {
  const place = order.roots.find(([, root]) => word.startsWith(`${root}/`));
  return place === undefined ? word.slice(0, 40).split('\n')[0] : `{${place[0]}}${word.slice(place[1].length)}`;
}

function makeHandle() {
  const child = childProcess.spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' });
  child.unref();
  return child._handle;
}

// ---- the output

/** Marks, in the output, the error that ends wiremark (from errors.ts or the launcher), unlike notices. */
function markErrors() {
  const { stderr } = process;
  const write = stderr.write.bind(stderr);
  stderr.write = (text, ...rest) => {
    const isError = /\bat (?:explain|stop)\d* /.test(new Error().stack);
    return write(isError ? `\x02${text}\x03` : text, ...rest);
  };
}

// ---- signals

/** Ids of the processes that were started here; a process group has the id of its leader. */
const started = new Set();

function guardSignals() {
  process.kill = (pid, signal) => {
    if (signal === 0 || isOurs(pid)) return kill(pid, signal);
    note({ foreign: `${signal} to ${pid}`, stack: new Error().stack.split('\n').slice(2, 7) });
    throw Object.assign(new Error('kill ESRCH'), { errno: -3, code: 'ESRCH', syscall: 'kill' });
  };
}

/** True if the process was started here, or has the mark of this process or of an ended one. */
function isOurs(pid) {
  const number = Math.abs(pid);
  if (!Number.isInteger(pid) || number <= 1) return false;
  if (started.has(number) || number === process.pid) return true;
  within++;
  try {
    const environment = original.readFileSync(`/proc/${number}/environ`, 'latin1');
    const mark = /(?:^|\0)WIREMARK_STARTED_BY=(\d+)-/.exec(environment)?.[1];
    return mark !== undefined && (Number(mark) === process.pid || !original.existsSync(`/proc/${mark}`));
  } catch {
    // The process has ended meanwhile.
    return !original.existsSync(`/proc/${number}`);
  } finally {
    within--;
  }
}

if (order !== null) {
  markErrors();
  guardSignals();
  wrapSpawn();
  for (const name of [...READS, ...WRITES, ...MORE, ...HANDLES]) {
    wrapSync(name);
    wrapCallback(name);
    wrapPromise(name);
  }
  await wrapHandles();
  syncBuiltinESMExports();
  process.on('exit', () => {
    if (order.site === undefined) note({ counts: [...counts] });
  });
}
