import { testPlainObjects } from '../../../test/contract/runtime/plain-objects.ts';

testPlainObjects('dotnet', 'hand-written');
