/**
 * Preloaded into the core's process alone (node --import): wraps the calls of Node that reach the system, counts them by
 * site, and lets one of them fail, or kills the process there. What it is to do comes as JSON in WIREMARK_HARDSHIP, which
 * it takes out of the environment, so that no child sees it:
 *
 * - `log`: file that it writes to, a line of JSON for each thing that happened
 * - `roots`: [name, path] pairs, the longest path first, by which sites are told apart from machine to machine
 * - `site`, `nth`, `how`: the call and what becomes of it; an errno, or one of WAYS. Without a site it counts them all
 *
 * A signal to a process that wiremark didn't start is kept back and noted, whatever else it is to do.
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
/** Above 0 while a call of ours or of Node's own is under way: what it calls in its turn is no call of the core. */
let within = 0;

const READS = ['open', 'readFile', 'readdir', 'stat', 'lstat', 'access', 'readlink', 'realpath', 'opendir', 'exists'];
const WRITES = ['writeFile', 'appendFile', 'copyFile', 'cp', 'rename', 'mkdir', 'mkdtemp', 'unlink', 'rm', 'rmdir'];
const MORE = ['link', 'symlink', 'chmod', 'chown', 'utimes', 'truncate', 'statfs'];
/** On what is open. */
const HANDLES = ['read', 'readv', 'write', 'writev', 'fsync', 'fdatasync', 'fstat', 'ftruncate', 'close'];
/** The same on a FileHandle. */
const METHODS = { sync: 'fsync', datasync: 'fdatasync', stat: 'fstat', truncate: 'ftruncate' };

function note(what) {
  within++;
  try {
    const file = original.openSync(order.log, 'a');
    original.writeSync(file, `${JSON.stringify(what)}\n`);
    original.closeSync(file);
  } catch {
    // On a disk that is full, nothing is noted.
  } finally {
    within--;
  }
}

// ---- which call

/** `open {runs}/RUN/run.json`: the same on every machine and in every run; null for what belongs to Node or tsx. */
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

/** Absolute, but for what is open already. */
const spelledPath = (path) => (path instanceof URL ? path.pathname : /^handle/.test(path) ? path : resolve(String(path)));

function pathOf(name, first) {
  const isHandle = HANDLES.includes(name) || typeof first === 'number';
  return isHandle ? (pathOfHandle.get(first) ?? `handle ${first}`) : first;
}

/** Whether this call is the one; counts it. */
function isMeant(site) {
  if (site === null) return false;
  const count = (counts.get(site) ?? 0) + 1;
  counts.set(site, count);
  if (site !== order.site || count !== order.nth) return false;
  note({ hit: site, stack: new Error().stack.split('\n').filter((line) => !line.includes('inject.mjs')).slice(1, 6) });
  return true;
}

// ---- what becomes of it

/** By Node's name of a call, the system's. */
const SYSCALLS = { readFile: 'open', writeFile: 'open', appendFile: 'open', readdir: 'scandir', cp: 'lstat', exists: 'access' };

function errorOf(call, wanted, path, dest) {
  const errno = -(constants.errno[wanted] ?? 5);
  // Node knows no name for EDQUOT, say.
  const [code, message] = getSystemErrorMap().get(errno) ?? Array(2).fill(`Unknown system error ${errno}`);
  // A file that is open already isn't named by Node; nor is one that can't be read or written once it is.
  const late = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO'].includes(wanted);
  const isNameless = HANDLES.includes(call) || (late && ['readFile', 'writeFile', 'appendFile'].includes(call));
  const syscall = isNameless
    ? call.replace(/^(readFile|readv)$/, 'read').replace(/^(writeFile|appendFile|writev)$/, 'write')
    : (SYSCALLS[call] ?? call);
  const where = isNameless ? '' : dest === undefined ? ` '${path}'` : ` '${path}' -> '${dest}'`;
  const error = new Error(`${code}: ${message}, ${syscall}${where}`);
  return Object.assign(error, { errno, code, syscall }, isNameless ? {} : { path: path instanceof URL ? path.pathname : String(path) }, dest === undefined || isNameless ? {} : { dest });
}

/** Ends the process as a power cut does: at once. */
function die() {
  kill(process.pid, 'SIGKILL');
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

function half(data) {
  if (typeof data === 'string') return data.slice(0, data.length >> 1);
  return ArrayBuffer.isView(data) ? Buffer.from(data.buffer, data.byteOffset, data.byteLength >> 1) : data;
}

/** The arguments with half of the bytes; null for a call that writes none. */
function halved(name, args) {
  if (name === 'writeFile' || name === 'appendFile') return [args[0], half(args[1]), ...args.slice(2)];
  if (name !== 'write') return null;
  if (typeof args[1] === 'string') return [args[0], half(args[1])];
  const { offset = 0, length } = typeof args[2] === 'object' && args[2] !== null ? args[2] : { offset: args[2] ?? 0, length: args[3] };
  const position = typeof args[2] === 'object' ? args[2]?.position : args[4];
  return [args[0], args[1], offset, (length ?? args[1].byteLength - offset) >> 1, position ?? null];
}

/**
 * What happens before the call that is meant.
 *
 * @returns an error to give instead of doing it; arguments to do it with; or nothing
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
        // A disk that fills up takes what it has room for.
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

/** With what else lies on a function of Node: `realpath.native`, how it is promisified. */
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

/** What is done with a FileHandle; all of one kind share their methods. */
async function wrapHandles() {
  const handle = await original.promises.open(import.meta.filename ?? new URL(import.meta.url));
  const methods = Object.getPrototypeOf(handle);
  await handle.close();
  for (const key of ['read', 'readv', 'write', 'writev', 'sync', 'datasync', 'stat', 'truncate', 'close', 'readFile', 'writeFile', 'appendFile']) {
    const call = methods[key];
    const name = METHODS[key] ?? key;
    methods[key] = async function (...args) {
      const path = pathOfHandle.get(this);
      // Node's own reading of whole files goes by handles, too.
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

/** Below child_process, so that each way to start a process has it, with what Node makes of an error. */
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

// ---- what it says

/** Marks what ends wiremark in its output, so that it is told from notices whatever they say: errors.ts and the launcher write it. */
function markErrors() {
  const { stderr } = process;
  const write = stderr.write.bind(stderr);
  stderr.write = (text, ...rest) => {
    const isError = /\bat (?:explain|stop)\d* /.test(new Error().stack);
    return write(isError ? `\x02${text}\x03` : text, ...rest);
  };
}

// ---- whom it signals

/** Numbers of the processes that were started here; a group's are its leader's. */
const started = new Set();

function guardSignals() {
  process.kill = (pid, signal) => {
    if (signal === 0 || isOurs(pid)) return kill(pid, signal);
    note({ foreign: `${signal} to ${pid}`, stack: new Error().stack.split('\n').slice(2, 7) });
    throw Object.assign(new Error('kill ESRCH'), { errno: -3, code: 'ESRCH', syscall: 'kill' });
  };
}

/** What was started here, or bears the mark of this process or of one that has ended. */
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
    // It has ended meanwhile: nobody can be hit.
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
