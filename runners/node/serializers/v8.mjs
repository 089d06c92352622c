/**
 * V8's format of structured clones: https://nodejs.org/docs/latest/api/v8.html#serialization-api. The functions have no
 * options and support buffers.
 */
import { deserialize, serialize } from 'node:v8';

export default {
  version: process.versions.v8,
  create() {
    return { serialize, deserialize };
  },
};
