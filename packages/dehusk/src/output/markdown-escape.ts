/** Escapes, so that Markdown (CommonMark with GitHub's tables and strikethrough) reads text back as it was. */

/** Characters that mean something anywhere in a line; `_` only at the edge of a word, `&` only before a reference. */
const special = /[\\`*[\]<~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|&(?=#?\w+;)/gu;

export function escapeMarkdown(text: string): string {
  return /[\\`*[\]<~_&]/.test(text) ? text.replace(special, '\\$&') : text;
}

/** What means something at the start of a line only. The line is complete: a text node alone would not show it. */
const lineStart = /^(?:(#{1,6}(?: |$)|[-+](?: |$)|>|[-=]+ *$)|(\d{1,9})([.)])(?= |$))/;

export function escapeLineStart(line: string): string {
  return line.replace(lineStart, (_, sign: string | undefined, number: string, point: string) =>
    sign === undefined ? `${number}\\${point}` : `\\${sign}`,
  );
}

/** An address between the parentheses of a link. */
export function linkTarget(url: string): string {
  const encoded = url.replace(/[\0-\x20<>\\]/g, (character) => encodeURIComponent(character));
  return /[()]/.test(encoded) ? `<${encoded}>` : encoded;
}
