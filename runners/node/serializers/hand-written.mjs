/**
 * JSON code as a programmer would write it by hand for one schema, generated from templates (hand-written/). The parser
 * expects the fields in the schema's order without white space, and has a loop for all other valid JSON. The code is
 * correct: it escapes, keeps −0 and every int64, and rejects invalid JSON.
 */
import { compileParser } from './hand-written/parser.mjs';
import { compileWriter } from './hand-written/writer.mjs';

export default {
  version: '1',
  create({ model }) {
    return { serialize: compileWriter(model), deserialize: compileParser(model) };
  },
};
