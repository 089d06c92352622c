/**
 * Loaded into a runner or a build program before its own code: spoils one of its replies, as rule.json beside it says, and
 * leaves all others as they are.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** @type {{ key: string, nth: number, act: string, word: number, bytes: string, next: string }} */
const rule = JSON.parse(fs.readFileSync(new URL('rule.json', import.meta.url), 'utf8'));
const spoiling = Buffer.from(rule.bytes, 'base64');
const { writeSync, writeFileSync } = fs;
/** How often the key has come. */
let times = 0;

/** @param {string | Buffer} bytes */
const put = (bytes) => {
  for (let rest = Buffer.from(bytes); rest.length > 0; ) rest = rest.subarray(writeSync(1, rest));
};

if (rule.act === 'at once') put(spoiling);

fs.writeSync = /** @type {typeof fs.writeSync} */ (
  (/** @type {number} */ descriptor, /** @type {string} */ text, /** @type {never[]} */ ...rest) => {
    if (descriptor !== 1) return writeSync(descriptor, text, ...rest);
    for (const line of text.split('\n').slice(0, -1)) reply(line);
    return Buffer.byteLength(text);
  }
);

fs.writeFileSync = (path, data, options) => {
  writeFileSync(path, data, options);
  if (rule.act === 'file' && times++ === rule.nth) spoilFile(String(path));
};
syncBuiltinESMExports();

/** @param {string} line */
function reply(line) {
  const words = line.split(' ');
  if (words[0] !== rule.key || rule.act === 'file' || times++ !== rule.nth) return put(`${line}\n`);
  const bytes = Buffer.from(`${line}\n`);
  switch (rule.act) {
    case 'word': {
      const [before, after] = [words.slice(0, rule.word), words.slice(rule.word + 1)];
      const [head, tail] = [before.map((one) => `${one} `).join(''), after.map((one) => ` ${one}`).join('')];
      put(Buffer.concat([Buffer.from(head), spoiling, Buffer.from(`${tail}\n`)]));
      break;
    }
    case 'before':
      put(Buffer.concat([spoiling, Buffer.from('\n'), bytes]));
      break;
    case 'after':
      put(Buffer.concat([bytes, spoiling, Buffer.from('\n')]));
      break;
    case 'instead':
      put(Buffer.concat([spoiling, Buffer.from('\n')]));
      break;
    case 'twice':
      put(Buffer.concat([bytes, bytes]));
      break;
    case 'half':
      put(bytes.subarray(0, bytes.length >> 1));
      break;
    case 'no line break':
      put(bytes.subarray(0, -1));
      break;
    case 'CR':
      put(`${line}\r\n`);
      break;
  }
  if (rule.next === 'exit') process.exit(0);
  if (rule.next === 'close') fs.closeSync(1);
  if (rule.next === 'die') process.kill(process.pid, 'SIGKILL');
}

/** @param {string} path */
function spoilFile(path) {
  const whole = fs.readFileSync(path);
  fs.rmSync(path);
  switch (rule.next) {
    case 'cut':
      return writeFileSync(path, whole.subarray(0, whole.length >> 1));
    case 'bytes':
      return writeFileSync(path, spoiling);
    case 'added':
      return writeFileSync(path, Buffer.concat([whole, spoiling]));
    case 'begun':
      return writeFileSync(path, Buffer.concat([spoiling, whole]));
    case 'pipe':
      return void execFileSync('mkfifo', [path]);
    case 'folder':
      return fs.mkdirSync(path);
    case 'link':
      return fs.symlinkSync('/etc/passwd', path);
    case 'device':
      return fs.symlinkSync('/dev/zero', path);
    case 'sparse':
      writeFileSync(path, '');
      return fs.truncateSync(path, 2 ** 31 + 1);
    case 'unreadable':
      return writeFileSync(path, whole, { mode: 0 });
  }
}
