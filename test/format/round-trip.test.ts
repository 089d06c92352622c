import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compareDocument } from '../../src/dataset/compare.ts';
import { FORMATS } from '../../src/define/types.ts';
import { codecs } from '../../src/format/index.ts';
import { everyKind, hardDocuments } from './hard-documents.ts';

const documents = hardDocuments(everyKind);

for (const format of FORMATS) {
  describe(`${format}, both ways`, () => {
    for (const [index, document] of documents.entries()) {
      it(`brings hard document ${index} back without any deviation`, () => {
        const used = new Set<never>();
        const bytes = codecs[format].encode(everyKind, document);
        const found = codecs[format].decode(everyKind, bytes);
        const rules = { source: format, deviations: new Set<never>(), used };
        assert.equal(compareDocument(everyKind, document, found, rules), null);
      });
    }

    it('tells every hard document from every other', () => {
      for (const [index, document] of documents.entries()) {
        const bytes = codecs[format].encode(everyKind, document);
        const found = codecs[format].decode(everyKind, bytes);
        const other = documents[(index + 1) % documents.length]!;
        assert.notEqual(
          compareDocument(everyKind, other, found, { source: format, deviations: new Set() }),
          null,
        );
      }
    });

    it('refuses every document that is cut short', () => {
      const bytes = codecs[format].encode(everyKind, documents[1]!);
      // Protobuf has no end: cut between two fields it is a document with fewer of them, for the comparison to find.
      const step = Math.max(1, Math.floor(bytes.length / 200));
      for (let end = 0; end < bytes.length; end += step) {
        const attempt = (): unknown => {
          const found = codecs[format].decode(everyKind, bytes.subarray(0, end));
          return compareDocument(everyKind, documents[1]!, found, { source: format, deviations: new Set() });
        };
        if (format === 'protobuf') assert.notEqual(outcome(attempt), null, `at ${end}`);
        else assert.throws(attempt, { name: 'DecodeError' }, `at ${end}`);
      }
    });
  });
}

function outcome(attempt: () => unknown): unknown {
  try {
    return attempt();
  } catch (error) {
    assert.equal((error as Error).name, 'DecodeError');
    return error;
  }
}
