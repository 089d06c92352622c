/** A build program, written after docs/PROTOCOL.md alone, that says everything a build program may say. */
import { readFileSync, writeFileSync, writeSync } from 'node:fs';

const say = (/** @type {string[]} */ ...lines) => writeSync(1, lines.map((line) => `${line}\n`).join(''));
/** @type {Map<string, string>[]} */
const units = [];
for (const line of readFileSync(0, 'utf8').split('\n')) {
  const [key = '', ...words] = line.split(' ');
  if (key === 'build') units.push(new Map());
  units.at(-1)?.set(key, words.join(' '));
}
say('wiremark 4');
for (const unit of units) {
  const id = unit.get('build');
  if (unit.get('serializer') === 'second') {
    say('fix install it', 'retry 60', `failed ${id} unavailable it isn't there`);
    continue;
  }
  writeFileSync(`${unit.get('target')}/main.mjs`, `${readFileSync(String(unit.get('file')))}`);
  say(`progress making ${id}`, 'placeholder main {target}/main.mjs', 'needs /bin/sh', `built ${id}`);
}
say('done');
