import type { Estimate } from '../../analysis/figures.ts';

/** Lists of ticks within a power of ten, densest first. The first list whose ticks are far enough apart is preferred. */
const STEPS: readonly (readonly number[])[] = [[1, 1.5, 2, 3, 5, 7], [1, 2, 5], [1, 3], [1]];

export type Domain = readonly [low: number, high: number];

export function logDomain(values: readonly number[]): Domain {
  const low = Math.log(Math.min(...values));
  const high = Math.log(Math.max(...values));
  const pad = Math.max(0.01, (high - low) * 0.05);
  return [Math.exp(low - pad), Math.exp(high + pad)];
}

export function ratioDomain(ratios: readonly Pick<Estimate, 'estimate' | 'low' | 'high'>[]): Domain {
  return logDomain([1, ...ratios.flatMap(({ estimate, low, high }) => [low ?? estimate, high ?? estimate])]);
}

/** Position of a value on a logarithmic axis: 0 is the low end, 1 the high end. */
export function logPlace(value: number, [low, high]: Domain): number {
  return Math.log(value / low) / Math.log(high / low);
}

const TICK_WIDTH = 55;

/** A tick `2×` means twice as fast on the left of 1, and twice as slow on the right. @param width of the axis in px */
export function ratioTicks(domain: Domain, width: number) {
  const one = logPlace(1, domain);
  const side = (end: number, most: number) =>
    (most < 1 ? [] : logTicks([1, end], most)).filter((tick) => tick > 1);
  const most = width / TICK_WIDTH;
  const ticks = [
    ...side(1 / domain[0], one * most).map((tick) => ({ text: `${plainNumber(tick)}×`, ratio: 1 / tick })),
    { text: '1', ratio: 1 },
    ...side(domain[1], (1 - one) * most).map((tick) => ({ text: `${plainNumber(tick)}×`, ratio: tick })),
  ];
  return ticks.map(({ text, ratio }) => ({ text, at: logPlace(ratio, domain) }));
}

export function logTicks([low, high]: Domain, most: number): number[] {
  const leastQuotient = (high / low) ** (1 / most);
  const byFactors = STEPS.map((factors) => factorTicks([low, high], factors)).find((ticks) =>
    ticks.every((tick, i) => i === 0 || tick / ticks[i - 1]! >= leastQuotient),
  );
  // In a narrow range, there may be more ticks at even distances than ticks from `STEPS`.
  const even = multiples([low, high], high * (1 - 1 / leastQuotient));
  return byFactors !== undefined && byFactors.length >= even.length ? byFactors : even;
}

function factorTicks([low, high]: Domain, factors: readonly number[]): number[] {
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high); power++)
    ticks.push(...factors.map((factor) => Number(`${factor}e${power}`)));
  return ticks.filter((tick) => tick >= low && tick <= high);
}

function multiples([low, high]: Domain, least: number): number[] {
  const power = Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].map((factor) => Number(`${factor}e${power}`)).find((step) => step >= least)!;
  const first = Math.ceil(low / step - 1e-9);
  const count = Math.floor(high / step + 1e-9) - first + 1;
  // Corrects rounding errors of doubles: 3 * 0.1 isn't 0.3.
  return Array.from({ length: count }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}

export function plainNumber(value: number): string {
  return value.toLocaleString('en-US', { maximumSignificantDigits: 6 }).replace('-', '−');
}
