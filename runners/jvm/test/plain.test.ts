import { testPlainObjects } from '../../../test/contract/runtime/plain-objects.ts';

testPlainObjects('jvm', 'hand-written-java');
