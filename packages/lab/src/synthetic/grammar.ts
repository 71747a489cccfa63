import type { Random } from './random.ts';

/**
 * A symbol's alternatives, separated by `|`. `{symbol}` stands for one alternative of that symbol, `{#2-40}` for
 * a whole number from 2 to 40. Names bound by the caller come before the rules.
 */
export type Rules = Readonly<Record<string, string>>;

export type Bindings = Readonly<Record<string, string>>;

export type Expand = (symbol: string, random: Random, bindings?: Bindings) => string;

/** Odd places are slots, even ones are text as it stands. */
type Alternative = readonly string[];

export function compileGrammar(rules: Rules): Expand {
  const alternatives = new Map<string, readonly Alternative[]>();
  for (const [symbol, rule] of Object.entries(rules))
    alternatives.set(
      symbol,
      rule.split('|').map((text) => text.trim().split(/[{}]/)),
    );
  const expand: Expand = (symbol, random, bindings) => {
    const bound = bindings?.[symbol];
    if (bound !== undefined) return bound;
    if (symbol.startsWith('#')) return expandNumber(symbol, random);
    const found = alternatives.get(symbol);
    if (found === undefined) throw new RangeError(`the grammar has no rule for {${symbol}}`);
    return fill(random.pick(found), random, bindings);
  };
  const fill = (alternative: Alternative, random: Random, bindings?: Bindings): string => {
    let text = alternative[0]!;
    for (let index = 1; index < alternative.length; index += 2)
      text += expand(alternative[index]!, random, bindings) + alternative[index + 1]!;
    return text;
  };
  return expand;
}

function expandNumber(symbol: string, random: Random): string {
  const [low, high] = symbol.slice(1).split('-');
  return String(random.between(Number(low), Number(high)));
}
