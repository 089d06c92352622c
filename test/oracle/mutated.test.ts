/** For any bytes, a decoder returns a value or throws DecodeError, but no other error. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FORMATS } from '../../src/define/types.ts';
import { codecs } from '../../src/oracle/codecs.ts';
import { compareDocument } from '../../src/oracle/compare.ts';
import { DecodeError } from '../../src/oracle/decoded.ts';
import { subjects } from './hard-documents.ts';

const MUTATIONS = 150;

/** The generator of Numerical Recipes, for the same mutations every time. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state >>> 8;
  }
}

for (const { name, model, documents } of subjects) {
  describe(`changed bytes of ${name}`, () => {
    for (const format of FORMATS) {
      const codec = codecs[format];
      it(`are read or refused in ${format}, and most changes are found`, {
        skip: codec.unsupported(model) ?? false,
      }, () => {
        const document = documents[0]!;
        const whole = codec.encode(model, document);
        const random = numbers(7);
        const next = (below: number): number => random.next().value % below;
        let noticed = 0;
        for (let mutation = 0; mutation < MUTATIONS; mutation++) {
          const bytes = Uint8Array.from(whole);
          for (let change = next(3); change >= 0; change--) bytes[next(bytes.length)] = next(256);
          try {
            const found = codec.decode(model, bytes);
            const rules = { source: format, deviations: new Set<never>() };
            if (compareDocument(model, document, found, rules) !== null) noticed++;
          } catch (error) {
            assert(error instanceof DecodeError, String((error as Error).stack));
            const { offset } = error;
            // What is JSON and not JSON:API has no place in the bytes, only one in the document.
            if (offset === null) assert.equal(format, 'jsonapi');
            else assert(offset >= 0 && offset <= bytes.length, error.message);
            noticed++;
          }
        }
        // A byte may be replaced by itself, and JSON has letters of hexadecimal digits; anything else must show.
        assert(noticed >= MUTATIONS * 0.97, `${noticed} of ${MUTATIONS}`);
      });
    }
  });
}
