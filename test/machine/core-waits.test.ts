import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import {
  CompileWatch,
  parseSchedstat,
  procThreads,
  type ThreadTimes,
  WaitWatch,
  waitWithin,
} from '../../src/machine/core-waits.ts';

const ms = (ran: number, waited: number): ThreadTimes => ({ ran: ran * 1e6, waited: waited * 1e6 });

/** Threads whose times a test changes, and a watch of them; `read` has those that were read. */
function threads(times: Record<string, ThreadTimes>, compilers: readonly string[] = []) {
  const read: string[] = [];
  const reader = {
    main: 'main',
    threads: () => Object.keys(times),
    name: (thread: string) => thread,
    read: (thread: string) => {
      read.push(thread);
      return times[thread] ?? null;
    },
  };
  const watch = new WaitWatch(reader, compilers);
  const slice = (change: Record<string, ThreadTimes>, length = 50) => {
    watch.begin();
    for (const [thread, { ran, waited }] of Object.entries(change)) {
      const before = times[thread] ?? ms(0, 0);
      times[thread] = { ran: before.ran + ran, waited: before.waited + waited };
    }
    return watch.end(length * 1e6)?.waited ?? null;
  };
  return { reader, read, times, watch, slice };
}

test('the wait is that of the thread that ran most', () => {
  const { slice } = threads({ main: ms(1000, 10), timer: ms(5000, 900), compiler: ms(0, 3) });
  assert.equal(slice({ timer: ms(48, 2), compiler: ms(20, 30), main: ms(0, 0) }), 2e6);
});

test('the timing thread is read alone until it stops timing; then another one is found', () => {
  const { read, slice } = threads({ a: ms(1, 1), b: ms(1, 1), c: ms(1, 1) });
  assert.equal(slice({ a: ms(1, 0), b: ms(2, 0) }, 3), 0, 'too short to tell threads apart');
  slice({ a: ms(49, 1), b: ms(2, 0) });
  read.length = 0;
  assert.equal(slice({ a: ms(45, 5), b: ms(2, 0) }), 5e6);
  assert.deepEqual(read, ['a', 'a']);
  assert.equal(slice({ c: ms(45, 5) }), null, 'unknown: this thread did not time');
  assert.equal(slice({ c: ms(45, 5) }), 5e6);
});

test('a compiler thread is never the timing thread', () => {
  const { slice } = threads({ main: ms(1, 1), C2: ms(1, 1) }, ['C1', 'C2']);
  assert.equal(slice({ main: ms(7, 5), C2: ms(40, 20) }, 12), 5e6);
  assert.equal(slice({ main: ms(20, 30), C2: ms(45, 5) }), 30e6);
});

test('the main thread is the timing thread if it works; if it sleeps, as in a JVM, another thread is', () => {
  for (const [main, wait] of [
    [ms(20, 30), 30e6],
    [ms(0, 1), 2e6],
  ] as const) {
    const { slice } = threads({ main: ms(1, 1), burner: ms(1, 1) });
    assert.equal(slice({ main, burner: ms(48, 2) }), wait);
  }
});

test('the timing thread may wait for most of a slice', () => {
  const { slice } = threads({ a: ms(1, 1), b: ms(1, 1) });
  slice({ a: ms(50, 0) });
  assert.equal(slice({ a: ms(10, 40) }), 40e6);
  assert.equal(slice({ a: ms(3, 40) }, 5), 40e6, 'before and after its own clock, too');
});

test('the wait is unknown if no thread timed, the process has ended or the system reports nothing', () => {
  const wrapper = threads({ shell: ms(3, 0) });
  assert.equal(wrapper.slice({ shell: ms(1, 0) }), null);
  const gone = threads({ a: ms(3, 0) });
  gone.watch.begin();
  delete gone.times.a;
  assert.equal(gone.watch.end(50e6), null);
  assert.equal(threads({}).slice({}), null);
});

test('within a slice a thread waits at most for the time that it was not on a core', () => {
  assert.equal(waitWithin(50e6, ms(45, 5)), 5e6);
  assert.equal(waitWithin(32e6, ms(8, 400)), 24e6, 'most of it before its clock began');
  assert.equal(waitWithin(50e6, ms(51, 3)), 0);
});

test('schedstat: time on a core, time waiting, turns', () => {
  assert.deepEqual(parseSchedstat('192463149 41487177 120\n'), { ran: 192463149, waited: 41487177 });
  assert.equal(parseSchedstat('0 0 0\n'), null, 'a kernel built without it');
  assert.equal(parseSchedstat(''), null);
});

test('waits of this process are measured', { skip: !existsSync('/proc/self/schedstat') }, () => {
  const watch = new WaitWatch(procThreads(process.pid), []);
  const work = () => {
    watch.begin();
    const begin = performance.now();
    while (performance.now() < begin + 60);
    return watch.end((performance.now() - begin) * 1e6);
  };
  for (const times of [work(), work(), work()]) {
    assert.ok(times !== null && times.waited >= 0);
    assert.ok(times.ran > 0);
  }
});

test('compiler threads are found by name; running and waiting count', () => {
  const { reader, times } = threads({ main: ms(1000, 10), C2: ms(300, 100) });
  const watch = new CompileWatch(reader, ['C1', 'C2']);
  assert.equal(watch.since(), 400e6, 'all since the process began');
  assert.equal(watch.since(), 0);
  times.main = ms(2000, 500);
  times.C2 = ms(310, 130);
  times.C1 = ms(5, 0);
  assert.equal(watch.since(), 45e6);
  delete times.C2;
  assert.equal(watch.since(), 0, 'a thread that has ended');
});

test('this process has a thread by its own name', { skip: !existsSync('/proc/self/task') }, () => {
  const reader = procThreads(process.pid);
  const name = reader.name(String(process.pid));
  assert.ok(name, 'the main thread has the id of the process');
  assert.ok(new CompileWatch(reader, [name]).since()! > 0);
  assert.equal(reader.name('0'), '');
});
