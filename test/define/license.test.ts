import assert from 'node:assert/strict';
import { test } from 'node:test';
import { licenseText } from '../../src/build/builds.ts';
import { acceptTerms, unacceptedTerms } from '../../src/define/license.ts';
import { runner, serializer } from '../plan/definitions.ts';

const bound = { ...serializer('bound'), license: 'AGPL', terms: 'https://a.example/terms' };
const runners = new Map([['ark', runner('ark', [serializer('free'), bound, { ...bound, id: 'other' }])]]);

function acceptedOf(...names: string[]): string[] {
  const { serializers } = acceptTerms(runners, names).get('ark')!;
  return serializers.filter((row) => unacceptedTerms('ark', row) === null).map(({ id }) => id);
}

test('terms are accepted for one row by its exact name', () => {
  assert.deepEqual(acceptedOf(), ['free']);
  assert.deepEqual(acceptedOf('ark/bound'), ['free', 'bound']);
  assert.deepEqual(acceptedOf('ark/bound', 'ark/other'), ['free', 'bound', 'other']);
});

test('no pattern accepts terms, nor does the name of a row without terms', () => {
  for (const name of ['ark/*', '*/*', 'bound', 'ark/free', 'ark/boun'])
    assert.throws(
      () => acceptedOf(name),
      ({ message }: Error) => message.startsWith(`--accept-license: "${name}" isn't the exact name`),
    );
  assert.throws(() => acceptedOf('ark/boun'), /Did you mean "ark\/bound"\?/);
});

test('an environment variable accepts terms for good', (context) => {
  context.after(() => delete process.env.WIREMARK_ACCEPT_LICENSE);
  process.env.WIREMARK_ACCEPT_LICENSE = 'ark/bound, ark/other';
  assert.deepEqual(acceptedOf(), ['free', 'bound', 'other']);
  process.env.WIREMARK_ACCEPT_LICENSE = 'ark/*';
  assert.throws(() => acceptedOf());
});

test('a row has the license of its packages; if they differ, each package is named', () => {
  assert.equal(licenseText({}), undefined);
  assert.equal(licenseText({ a: 'MIT', b: 'MIT' }), 'MIT');
  assert.equal(licenseText({ a: 'MIT', b: 'BSD', c: 'MIT' }), 'MIT (a, c); BSD (b)');
});
