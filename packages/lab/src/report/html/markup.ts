/**
 * HTML and SVG as values. What is put into a template is text of others (page text, addresses, names) and is escaped,
 * unless it is markup itself: a forgotten escape cannot happen.
 */
export interface Markup {
  readonly markup: string;
}

type MarkupValue = Markup | string | number | undefined | readonly Markup[];

export function html(strings: TemplateStringsArray, ...values: readonly MarkupValue[]): Markup {
  let markup = strings[0]!;
  for (const [i, value] of values.entries()) markup += textOf(value) + strings[i + 1]!;
  return { markup };
}

export function join(parts: readonly Markup[]): Markup {
  return { markup: parts.map(({ markup }) => markup).join('') };
}

/** For what we wrote ourselves: style and script. */
export function trusted(markup: string): Markup {
  return { markup };
}

function textOf(value: MarkupValue): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return escaped(value);
  if (typeof value === 'number') return String(Math.round(value * 100) / 100);
  return 'markup' in value ? value.markup : join(value).markup;
}

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For text and for values in quotes alike. */
function escaped(text: string): string {
  return printable(text).replace(/[&<>"']/g, (character) => references[character]!);
}

/** Without controls that no page may hold. */
export function printable(text: string): string {
  return text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g, '');
}

/** Sentences in which names stand between backticks. */
export function withCode(sentence: string): Markup {
  const parts = sentence.split('`');
  return join(parts.map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : html`${part}`)));
}

/** Numbers as the report writes them. */
export function grouped(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

/** `1 site`, `2,944 pages`. */
export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;
}

const units = ['B', 'KB', 'MB', 'GB'];

/** `0 B`, `338 KB`, `16.9 MB`. */
export function bytesText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${Number(value.toFixed(value < 99.95 && unit > 0 ? 1 : 0))} ${units[unit]}`;
}

/** Of parsing: `0.003×`, `1.8×`, `22×`. */
export function timesText(ratio: number): string {
  return `${ratio >= 10 ? ratio.toFixed(0) : Number(ratio.toPrecision(2))}×`;
}
