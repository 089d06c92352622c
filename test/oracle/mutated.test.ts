/** For any bytes, a decoder returns a value or throws DecodeError, and no other error. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FORMATS } from '../../src/define/types.ts';
import { codecs } from '../../src/oracle/codecs.ts';
import { compareDocument } from '../../src/oracle/compare.ts';
import { DecodeError } from '../../src/oracle/decoded.ts';
import { Random } from '../../src/stats/random.ts';
import { subjects } from './hard-documents.ts';

const MUTATIONS = 150;

for (const { name, model, documents } of subjects)
  describe(`changed bytes of ${name}`, () => {
    for (const format of FORMATS) {
      const codec = codecs[format];
      const skip = codec.unsupported(model) ?? false;
      it(`are read or refused in ${format}, and most changes are found`, { skip }, () => {
        const document = documents[0]!;
        const whole = codec.encode(model, document);
        const random = new Random(7);
        let noticed = 0;
        for (let mutation = 0; mutation < MUTATIONS; mutation++) {
          const bytes = Uint8Array.from(whole);
          for (let change = random.below(3); change >= 0; change--)
            bytes[random.below(bytes.length)] = random.below(256);
          try {
            const found = codec.decode(model, bytes);
            const rules = { source: format, deviations: new Set<never>() };
            if (compareDocument(model, document, found, rules) !== null) noticed++;
          } catch (error) {
            assert(error instanceof DecodeError, String((error as Error).stack));
            const { offset } = error;
            // JSON that isn't JSON:API has a place in the document, not in the bytes.
            if (offset === null) assert.equal(format, 'jsonapi');
            else assert(offset >= 0 && offset <= bytes.length, error.message);
            noticed++;
          }
        }
        // A byte may be replaced with itself, and hexadecimal digits in JSON may change case. Other changes must be found.
        assert(noticed >= MUTATIONS * 0.97, `${noticed} of ${MUTATIONS}`);
      });
    }
  });
