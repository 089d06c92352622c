/**
 * V8's format of structured clones, which has no options: https://nodejs.org/docs/latest/api/v8.html#serialization-api
 */
import { deserialize, serialize } from 'node:v8';

export default {
  version: process.versions.v8,
  create() {
    return { serialize, deserialize };
  },
};
