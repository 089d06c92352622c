/** Program of reopen.test.ts: begins a run in the folder argv[2], writes argv[3] samples and kills itself. */
import { createRun } from '../../src/store/folder/writer.ts';
import { record, sample } from './record.ts';

const run = createRun(process.argv[2]!, record);
for (let i = 0; i < Number(process.argv[3]); i++) run.sample(sample(i));
process.kill(process.pid, 'SIGKILL');
