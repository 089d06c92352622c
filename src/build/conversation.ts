/** The build protocol (docs/PROTOCOL.md, "Building"). */
import { cut } from '../define/error.ts';
import { plainId } from '../define/names.ts';
import { Child, pause } from '../machine/child.ts';
import { FLOOD, LineReader } from '../machine/lines.ts';
import { NotStarted } from '../machine/process-group.ts';
import { scratchFolder } from '../machine/scratch.ts';
import { escapeValue, otherProtocol, PROTOCOL_VERSION, quote, splitLine, unescapeValue } from './protocol.ts';
import type { BuildAnswer, BuildRunnerInput, Unit } from './types.ts';

interface ConversationInput extends Pick<BuildRunnerInput, 'progress' | 'silence'> {
  readonly command: readonly string[];
  readonly folder: string;
  readonly variables?: Readonly<Record<string, string>>;
  readonly requests: ReadonlyMap<Unit, string>;
  readonly shared: string;
  readonly answered: (unit: Unit, answer: BuildAnswer) => void;
  readonly signal?: AbortSignal | undefined;
}

export interface Breakdown {
  readonly verdict: 'crash' | 'timeout';
  /** Completes a sentence that begins with "the build program". */
  readonly reason: string;
}

const SILENCE = 10 * 60_000;
const MOST = { line: 2 ** 24, waiting: 2 ** 17 };
/** Maximum characters of a license: some packages state its full text instead of its name. */
const LICENSE = 100;
/** Time in ms that a program may take to end after `done`. */
const ENDING = 5_000;

/**
 * Runs the build program until all of its processes have ended.
 * @returns the failure of units that got no answer
 * @throws the signal's reason
 */
export async function converse(input: ConversationInput): Promise<Breakdown> {
  // The build program writes its temporary files to wiremark's own temporary folder, which wiremark removes.
  const child = await Child.start({ ...input, environment: { ...input.variables, TMPDIR: scratchFolder() } });
  if (child instanceof NotStarted) return crash(child.reason);
  let late: Breakdown | null = null;
  const { silence = SILENCE, signal } = input;
  const timer = setTimeout(() => {
    late = { verdict: 'timeout', reason: `said nothing for ${silence / 1000} s` };
    child.kill();
  }, silence);
  const letGo = child.killOn(signal);
  try {
    const units = [...input.requests].flatMap(([unit, target]) => unitLines(unit, target));
    const cache = `cache ${escapeValue(input.shared)}`;
    child.stdin.end(`${[`wiremark ${PROTOCOL_VERSION}`, ...units, cache, 'go'].join('\n')}\n`);
    const lines = new LineReader(child.stdout, MOST);
    const answers = new Answers(input);
    let count = 0;
    for (let line = await lines.next(); line !== null; line = await lines.next()) {
      timer.refresh();
      if (line === FLOOD || count++ > MOST.waiting)
        return crash('flooded standard output, which belongs to the protocol alone');
      if (count === 1) {
        if (line !== `wiremark ${PROTOCOL_VERSION}`) return crash(otherProtocol(line));
      } else if (line === 'done') {
        await Promise.race([child.ended, pause(ENDING)]);
        signal?.throwIfAborted();
        return crash('ended without an answer');
      } else if (!answers.take(line)) return crash(`answered ${quote(line)}`);
    }
    signal?.throwIfAborted();
    return late ?? crash(await child.lastWords('building'));
  } finally {
    clearTimeout(timer);
    letGo();
    child.kill();
    await child.ended;
  }
}

function crash(reason: string): Breakdown {
  return { verdict: 'crash', reason };
}

function unitLines({ id, serializer, dataset, model, artifacts }: Unit, target: string): string[] {
  const pairs = (of: Iterable<[string, string]>) => Array.from(of, ([name, value]) => `${name} ${value}`);
  const values = {
    build: [id],
    serializer: [plainId(serializer)],
    target: [target],
    file: [serializer.file],
    source: serializer.sources,
    package: serializer.packages,
    option: pairs(Object.entries(serializer.options)),
    dataset: dataset === null ? [] : [dataset],
    model: model === null ? [] : [model],
    artifact: pairs(artifacts),
  };
  return Object.entries(values).flatMap(([key, all]) => all.map((value) => `${key} ${escapeValue(value)}`));
}

const VERDICTS = ['unavailable', 'unsupported', 'crash'] as const;

const noDetails = () => ({
  placeholders: {} as Record<string, string>,
  needs: [] as string[],
  licenses: {} as Record<string, string>,
  fix: {} as { readonly fix?: string },
  retry: 0,
});

class Answers {
  readonly #input: ConversationInput;
  readonly #open: Map<string, Unit>;
  #details = noDetails();

  constructor(input: ConversationInput) {
    this.#input = input;
    this.#open = new Map([...input.requests.keys()].map((unit) => [unit.id, unit]));
  }

  take(line: string): boolean {
    const [key, escaped] = splitLine(line);
    const value = unescapeValue(escaped);
    const [first, rest] = splitLine(value);
    const { placeholders, needs, licenses, fix, retry } = this.#details;
    switch (key) {
      case 'progress':
        this.#input.progress(value);
        return true;
      case 'placeholder':
        placeholders[first] = rest;
        return /^[a-z]+$/.test(first);
      case 'needs':
        needs.push(value);
        return true;
      case 'license':
        licenses[first] = cut(rest.replaceAll(/\s+/g, ' '), LICENSE);
        return rest !== '';
      case 'fix':
        this.#details.fix = { fix: value };
        return true;
      case 'retry':
        this.#details.retry = Number(value);
        return /^\d{1,9}$/.test(value);
      case 'built':
        return this.#answer(value, { ok: true, placeholders, needs, licenses });
      case 'failed': {
        const [word, reason] = splitLine(rest);
        const verdict = VERDICTS.find((one) => one === word);
        return verdict !== undefined && this.#answer(first, { ok: false, verdict, reason, ...fix, retry });
      }
      default:
        return false;
    }
  }

  #answer(id: string, answer: BuildAnswer): boolean {
    const unit = this.#open.get(id);
    if (unit === undefined) return false;
    this.#open.delete(id);
    this.#details = noDetails();
    this.#input.answered(unit, answer);
    return true;
  }
}
