/**
 * V8's format of structured clones: https://nodejs.org/docs/latest/api/v8.html#serialization-api. It has no options; the
 * default serializer supports buffers.
 */
import { deserialize, serialize } from 'node:v8';

export default {
  version: process.versions.v8,
  create() {
    return { serialize, deserialize };
  },
};
