import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { openStatus } from '../../src/cli/status.ts';
import { Screen } from './screen.ts';

const terminal = process.env.TERM;
process.env.TERM = 'xterm';
test.after(() => {
  process.env.TERM = terminal;
});
const as = (stream: unknown) => stream as NodeJS.WriteStream;

test('a cleared status leaves no lines behind', async () => {
  const screen = new Screen(80, 24);
  const status = await openStatus(as(screen));
  screen.write('before\n');
  for (const [turn, rows] of [3, 40, 22, 1, 30].entries()) {
    const lines = Array.from({ length: rows }, (_, row) => `row ${row} of ${turn} ${'é漢字'.repeat(30)}`);
    status.show(['x'.repeat(20 * turn + 20), ...lines].join('\n'));
    assert.match(screen.text, new RegExp(`row 0 of ${turn} `));
    if (turn === 1) status.note(`a note that stays ${'and goes on '.repeat(8)}`);
    await pause(110);
  }
  status.clear();
  screen.write('after\n');
  assert.match(screen.text, /^before\na note that stays (and goes on ?)+\n {2}(and goes on ?)+\nafter$/);
});

test('the status has one line less than the terminal; the last says how many more there are', async () => {
  const screen = new Screen(40, 10);
  const status = await openStatus(as(screen));
  assert.equal(status.rows, 9);
  status.show(Array.from({ length: 30 }, (_, row) => `row ${row}`).join('\n'));
  assert.match(screen.text, /^row 0\n(row \d\n){7} {2}… 22 more rows$/);
  status.clear();
  status.show(Array.from({ length: 9 }, (_, row) => `row ${row}`).join('\n'));
  assert.match(screen.text, /^row 0\n(row \d\n){7}row 8$/);
});

test('a log gets a line at intervals while a status is shown', async () => {
  let log = '';
  const stream = {
    isTTY: false,
    write(text: string) {
      log += text;
    },
  };
  const status = await openStatus(as(stream), 20);
  assert.equal(status.rows, 0);
  status.show('case 1: 5 minutes left\n  round 1 of 3');
  assert.equal(log, '', 'quick work logs nothing');
  await pause(50);
  assert.match(log, /^(wiremark: after 0 s: case 1: 5 minutes left, round 1 of 3\n)+$/);
  status.clear();
  const before = log;
  await pause(50);
  assert.equal(log, before);
});

test('a note in a log is one line, or wrapped to COLUMNS', async () => {
  let log = '';
  const status = await openStatus(as({ isTTY: false, write: (text: string) => (log += text) }));
  const note = 'wiremark: a note of many words that goes on and on';
  status.note(note);
  assert.equal(log, `${note}\n`);
  const { COLUMNS } = process.env;
  process.env.COLUMNS = '30';
  log = '';
  status.note(note);
  if (COLUMNS === undefined) delete process.env.COLUMNS;
  else process.env.COLUMNS = COLUMNS;
  assert.equal(log, 'wiremark: a note of many\n  words that goes on and on\n');
});
