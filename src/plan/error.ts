import { FixableError } from '../define/error.ts';

export class BenchError extends FixableError {}
