import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nearestName, suggestion } from '../../src/define/nearest.ts';
import { dotted, parseToml } from '../../src/define/toml.ts';
import { definitionError } from './place.ts';

/** Tables have no prototype; JSON drops the difference. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const TEXT = `title = "x"
a.b = 1
inline = { one = 1, two.three = [true, 2.5] }

[sizes.small]
digest = 'd'
[sizes.small.lengths]
"/users" = [
  5,
  9,
]
[[case]]
name = "first"
[case.options]
k = "v"
[[case]]
name = "second"
`;

describe('TOML', () => {
  const document = parseToml(TEXT, 'x.toml');

  it('becomes values', () => {
    assert.deepEqual(plain(document.value), {
      title: 'x',
      a: { b: 1 },
      inline: { one: 1, two: { three: [true, 2.5] } },
      sizes: { small: { digest: 'd', lengths: { '/users': [5, 9] } } },
      case: [{ name: 'first', options: { k: 'v' } }, { name: 'second' }],
    });
  });

  it('knows the line of every key', () => {
    for (const [line, ...path] of [
      [1, 'title'],
      [2, 'a', 'b'],
      [3, 'inline', 'two', 'three'],
      [5, 'sizes', 'small'],
      [8, 'sizes', 'small', 'lengths', '/users'],
      [10, 'sizes', 'small', 'lengths', '/users', 1],
      [15, 'case', 0, 'options', 'k'],
      [16, 'case', 1],
      [17, 'case', 1, 'name'],
      [16, 'case', 1, 'dataset'],
      [1, 'seed'],
    ] as const)
      assert.equal(document.lineOf(path), line);
  });

  it('has ordinary keys named like properties of objects', () => {
    const { value } = parseToml('__proto__ = 1\nconstructor = 2\n[x.__proto__]\ny = 3', 'x.toml');
    assert.deepEqual(Object.keys(value as object), ['__proto__', 'constructor', 'x']);
    assert.equal(({} as Record<string, unknown>).y, undefined);
  });

  it('is refused with line and column if it is malformed', () => {
    const parse = (text: string) => () => parseToml(text, 'x.toml');
    assert.throws(parse('a = 1\nb = = 2'), definitionError(2, null, /column 5: not TOML/));
    assert.throws(parse('a = 1\n\na = 2'), definitionError(3, null, /column 1: not TOML/));
    assert.throws(parse('[x'), definitionError(1, null, /not TOML/));
  });

  it('spells paths as one writes them', () => {
    assert.equal(dotted(['case', 0, 'dataset']), 'case[0].dataset');
    assert.equal(dotted(['sizes', 'small', 'lengths', '/users']), 'sizes.small.lengths."/users"');
  });
});

describe('the nearest name', () => {
  it('is similar to the word; there is none if all names differ much', () => {
    assert.equal(nearestName('titel', ['seed', 'title']), 'title');
    assert.equal(nearestName('JSON', ['json', 'bson']), 'json');
    assert.equal(nearestName('whatever', ['seed', 'title']), undefined);
    assert.equal(suggestion('whatever', ['seed', 'title']), ' There are "seed", "title".');
    assert.equal(suggestion('whatever', []), '');
  });
});
