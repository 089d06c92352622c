/** An estimated time, from seconds: "a few seconds", "about 50 s", "about 2.5 min". */
export function about(seconds: number): string {
  if (seconds < 7.5) return 'a few seconds';
  if (seconds < 115) return rounded(seconds, seconds < 57.5 ? 5 : 10, 's');
  if (seconds < 585) return rounded(seconds / 60, 0.5, 'min');
  if (seconds < 5370) return rounded(seconds / 60, 1, 'min');
  return rounded(seconds / 3600, 0.5, 'h');
}

function rounded(value: number, step: number, unit: string): string {
  return `about ${Math.round(value / step) * step} ${unit}`;
}

/** How much longer a new estimate must be before it is shown: seconds, or a share of what is left. */
const SLACK = { seconds: 5, share: 0.2 };

/** What is left of a run: it shrinks as time passes, and grows only when an estimate is clearly worse. In seconds. */
export class Countdown {
  #end: number;

  constructor(now: number, estimate: number) {
    this.#end = now + estimate;
  }

  left(now: number): number {
    return Math.max(0, this.#end - now);
  }

  /** A shorter estimate counts half, so that it needn't be taken back. */
  estimate(now: number, seconds: number): void {
    const late = now + seconds - this.#end;
    if (late < 0) this.#end += late / 2;
    else if (late > Math.max(SLACK.seconds, SLACK.share * seconds)) this.#end += late;
  }
}
