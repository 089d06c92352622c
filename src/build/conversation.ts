/** wiremark's end of the build protocol (docs/PROTOCOL.md, "Building"). */
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
  /** Units, each with the empty folder that it is to be written to. */
  readonly requests: ReadonlyMap<Unit, string>;
  readonly shared: string;
  /** Told of each unit as soon as the program has answered for it. */
  readonly answered: (unit: Unit, answer: BuildAnswer) => void;
  readonly signal?: AbortSignal | undefined;
}

/** How a program fails that doesn't say so itself. */
export interface Breakdown {
  readonly verdict: 'crash' | 'timeout';
  /** Goes on after "the build program". */
  readonly reason: string;
}

const SILENCE = 10 * 60_000;
/** More than any build program has to say, at once and in all: characters of a line, lines. */
const MOST = { line: 2 ** 24, waiting: 2 ** 17 };
/** Characters of a license that are kept: some packages state its whole text. */
const LICENSE = 100;
/** How long a program that is done may take to end by itself, in milliseconds. */
const ENDING = 5_000;

/**
 * Has units built. The program's process group has ended when this returns.
 *
 * @returns what has become of the units that it didn't answer for
 * @throws the signal's reason, when aborted; what the system says when it has no room for another process; what `answered`
 *   throws
 */
export async function converse(input: ConversationInput): Promise<Breakdown> {
  // What it leaves in the system's place for temporary files goes with what wiremark has there.
  const child = await Child.start({ ...input, environment: { TMPDIR: scratchFolder() } });
  if (child instanceof NotStarted) return crash(child.reason);
  let late: Breakdown | null = null;
  const { silence = SILENCE, signal } = input;
  const timer = setTimeout(() => {
    late = { verdict: 'timeout', reason: `said nothing for ${silence / 1000} s` };
    child.kill();
  }, silence);
  const letGo = child.killOn(signal);
  const talk = new Talk(input);
  try {
    child.stdin.end(`${requestLines(input).join('\n')}\n`);
    const lines = new LineReader(child.stdout, MOST);
    let left = MOST.waiting;
    for (let line = await lines.next(); line !== null; line = await lines.next()) {
      timer.refresh();
      if (line === FLOOD || left-- === 0)
        return crash('flooded standard output, which belongs to the protocol alone');
      if (talk.take(line)) break;
    }
    if (talk.isDone) await Promise.race([child.ended, pause(ENDING)]);
    signal?.throwIfAborted();
    if (talk.isDone) return crash('ended without an answer');
    return late ?? crash(talk.fault ?? (await child.lastWords('building')));
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

function requestLines({ requests, shared }: ConversationInput): string[] {
  const lines = [...requests].flatMap(([unit, target]) => unitLines(unit, target));
  return [`wiremark ${PROTOCOL_VERSION}`, ...lines, `cache ${escapeValue(shared)}`, 'go'];
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

const TOLD = ['unavailable', 'unsupported', 'crash'] as const;

/** What is told of a unit before its answer. */
const untold = () => ({
  placeholders: new Map<string, string>(),
  needs: [] as string[],
  licenses: new Map<string, string>(),
  fix: {} as { readonly fix?: string },
  retry: 0,
});

class Talk {
  isDone = false;
  /** What it said that means nothing; null for nothing of the kind. */
  fault: string | null = null;
  readonly #input: ConversationInput;
  readonly #open: Map<string, Unit>;
  #isGreeted = false;
  #next = untold();

  constructor(input: ConversationInput) {
    this.#input = input;
    this.#open = new Map([...input.requests.keys()].map((unit) => [unit.id, unit]));
  }

  /** @returns whether it was the last that is worth reading */
  take(line: string): boolean {
    if (!this.#isGreeted && line !== `wiremark ${PROTOCOL_VERSION}`) this.fault = otherProtocol(line);
    else if (this.#isGreeted && !this.#takeAnswer(line)) this.fault = `answered ${quote(line)}`;
    this.#isGreeted = true;
    return this.isDone || this.fault !== null;
  }

  /** @returns false for nonsense */
  #takeAnswer(line: string): boolean {
    const [key, escaped] = splitLine(line);
    const value = unescapeValue(escaped);
    const [first, rest] = splitLine(value);
    const next = this.#next;
    switch (key) {
      case 'progress':
        this.#input.progress(value);
        return true;
      case 'placeholder':
        next.placeholders.set(first, rest);
        return /^[a-z]+$/.test(first);
      case 'needs':
        next.needs.push(value);
        return true;
      case 'license':
        next.licenses.set(first, cut(rest.replaceAll(/\s+/g, ' '), LICENSE));
        return rest !== '';
      case 'fix':
        next.fix = { fix: value };
        return true;
      case 'retry':
        next.retry = Number(value);
        return /^\d{1,9}$/.test(value);
      case 'built':
        return this.#answer(value, {
          ...{ ok: true, placeholders: next.placeholders },
          ...{ needs: next.needs, licenses: next.licenses },
        });
      case 'failed':
        return this.#failed(first, ...splitLine(rest));
      case 'done':
        this.isDone = true;
        return true;
      default:
        return false;
    }
  }

  #failed(id: string, verdict: string, reason: string): boolean {
    const told = TOLD.find((one) => one === verdict);
    if (told === undefined) return false;
    const { fix, retry } = this.#next;
    return this.#answer(id, { ok: false, verdict: told, reason, ...fix, retry });
  }

  #answer(id: string, answer: BuildAnswer): boolean {
    const unit = this.#open.get(id);
    if (unit === undefined) return false;
    this.#open.delete(id);
    this.#next = untold();
    this.#input.answered(unit, answer);
    return true;
  }
}
