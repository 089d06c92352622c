import assert from 'node:assert/strict';
import { test } from 'node:test';
import { about, Countdown } from '../../src/cli/run/span.ts';

test('times are spelled no finer than they are known, and each next one is no longer', () => {
  for (const [seconds, words] of [
    [0, 'a few seconds'],
    [9, 'about 10 s'],
    [48, 'about 50 s'],
    [73, 'about 70 s'],
    [130, 'about 2 min'],
    [165, 'about 3 min'],
    [1500, 'about 25 min'],
    [9100, 'about 2.5 h'],
  ] as const)
    assert.equal(about(seconds), words);
  const units = { s: 1, min: 60, h: 3600 };
  let before = Number.POSITIVE_INFINITY;
  for (let seconds = 30_000; seconds > 8; seconds *= 0.99) {
    const [, value, unit] = /^about ([\d.]+) (s|min|h)$/.exec(about(seconds))!;
    const said = Number(value) * units[unit as keyof typeof units];
    assert.ok(said <= before && Math.abs(Math.log(said / seconds)) < Math.log(1.35), about(seconds));
    before = said;
  }
});

test('what is left shrinks as time passes, and grows only when an estimate is clearly worse', () => {
  const countdown = new Countdown(0, 100);
  assert.equal(countdown.left(30), 70);
  countdown.estimate(30, 80);
  assert.equal(countdown.left(30), 70, 'ten seconds more are within what is known');
  countdown.estimate(40, 40);
  assert.equal(countdown.left(40), 50, 'less is believed by halves');
  countdown.estimate(50, 90);
  assert.equal(countdown.left(50), 90);
  assert.equal(countdown.left(200), 0);
});
