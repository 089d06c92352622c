import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FORMATS } from '../../src/define/types.ts';
import { codecs } from '../../src/format/index.ts';
import { compareDocument } from '../../src/verify/compare.ts';
import { subjects } from './hard-documents.ts';

for (const { name, model, documents } of subjects) {
  for (const format of FORMATS) {
    const codec = codecs[format];
    const skip = codec.unsupported(model) ?? false;
    const rules = { source: format, deviations: new Set<never>() };

    describe(`${name} in ${format}, both ways`, { skip }, () => {
      it('brings every hard document back without any deviation, and tells it from another', () => {
        for (const [index, document] of documents.entries()) {
          const found = codec.decode(model, codec.encode(model, document));
          const other = documents[(index + 1) % documents.length]!;
          const used = new Set<never>();
          assert.equal(compareDocument(model, document, found, { ...rules, used }), null, `${index}`);
          assert.notEqual(compareDocument(model, other, found, rules), null, `${index}`);
        }
      });

      it('refuses every document that is cut short', () => {
        const document = documents[0]!;
        const bytes = codec.encode(model, document);
        // Protobuf has no end: cut between two fields it is a document with fewer of them, for the comparison to find.
        const step = Math.max(1, Math.floor(bytes.length / 200));
        for (let end = 0; end < bytes.length; end += step) {
          const attempt = (): unknown => {
            const found = codec.decode(model, bytes.subarray(0, end));
            return compareDocument(model, document, found, rules);
          };
          if (format === 'protobuf') assert.notEqual(outcome(attempt), null, `at ${end}`);
          else assert.throws(attempt, { name: 'DecodeError' }, `at ${end}`);
        }
      });
    });
  }
}

function outcome(attempt: () => unknown): unknown {
  try {
    return attempt();
  } catch (error) {
    assert.equal((error as Error).name, 'DecodeError');
    return error;
  }
}
