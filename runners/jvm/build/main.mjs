/**
 * The JVM's build program (docs/PROTOCOL.md, "Building"): builds classes and a class path for each serializer and
 * dataset.
 */
import { answer, readRequest } from '../../build-kit/request.mjs';
import { buildUnits } from './maven.mjs';

const { units, cache } = readRequest();
await buildUnits(units, cache);
answer.done();
