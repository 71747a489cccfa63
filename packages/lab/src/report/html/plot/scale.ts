/** From values to places on a plot, and the round values that an axis names. */
export interface Scale {
  at(value: number): number;
  readonly ticks: readonly number[];
  readonly domain: Span;
}

export type Span = readonly [from: number, to: number];

/** Between the values of `domain`, which is not widened. */
export function linearScale(domain: Span, range: Span, wantedTicks: number = 5): Scale {
  const [low, high] = domain;
  const [start, end] = range;
  return {
    domain,
    ticks: linearTicks(domain, wantedTicks),
    at: (value) => start + ((value - low) / (high - low || 1)) * (end - start),
  };
}

function linearTicks([low, high]: Span, wanted: number): readonly number[] {
  const rough = (high - low) / wanted || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((found) => found >= rough * 0.999)!;
  const first = Math.ceil(low / step - 1e-9);
  const count = Math.floor(high / step + 1e-9) - first + 1;
  // Multiplied, not added up, and without the last digits of a division: 0.3 stays 0.3.
  return Array.from({ length: count }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}

/** What is not above 0 has no place on it and goes to its beginning. */
export function logScale(domain: Span, range: Span): Scale {
  const [low, high] = domain;
  const [start, end] = range;
  const length = Math.log(high / low) || 1;
  return {
    domain,
    ticks: logTicks(domain),
    at: (value) => start + (Math.log(Math.max(value, low) / low) / length) * (end - start),
  };
}

/** Powers of ten; with 2 and 5 where there are few. */
function logTicks([low, high]: Span): readonly number[] {
  const factors = high / low <= 1000 ? [1, 2, 5] : [1];
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power++)
    for (const factor of factors) ticks.push(Number((factor * 10 ** power).toPrecision(12)));
  return ticks.filter((tick) => tick >= low * 0.999 && tick <= high * 1.001);
}

/** A domain that holds all values, from a round value below them up to `top`. */
export function domainBelow(values: readonly number[], top: number): Span {
  const lowest = Math.min(top, ...values);
  return [Math.max(0, Math.floor((lowest - 0.02) * 10) / 10), top];
}

/** A domain for a log scale with some room at both ends; 1 to 10 if no value is above 0. */
export function logDomain(values: readonly number[]): Span {
  const known = values.filter((value) => value > 0);
  if (known.length === 0) return [1, 10];
  return [Math.min(...known) / 1.6, Math.max(...known) * 1.6];
}

/** With as many decimals as the finest tick needs. */
export function evenDecimals(value: number, ticks: readonly number[]): string {
  const digits = ticks.map((tick) => (String(tick).split('.')[1] ?? '').length);
  return value.toFixed(Math.max(0, ...digits));
}
