import { testLimits } from '../../../test/contract/runtime/limits.ts';
import { testProtocol } from '../../../test/contract/runtime/protocol.ts';
import { kit } from './kit.ts';

testProtocol(kit);
testLimits(kit);
