/**
 * Escaping for HTML. `<` and `>` are escaped in attribute values too, although the standard does not ask for it:
 * then a `<` in the output is always one of our own tags, in whatever state a tokenizer meets it.
 */
const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\u00a0': '&nbsp;',
};

export function escapeText(text: string): string {
  return plainLineEnds(text).replace(/[&<>\u00a0]/g, (character) => references[character]!);
}

/** For a value between double quotes. */
export function escapeValue(value: string): string {
  return plainLineEnds(value).replace(/[&<>"\u00a0]/g, (character) => references[character]!);
}

/** NUL is never part of a document, and a parser would read every line end as a line feed. */
function plainLineEnds(text: string): string {
  return text.replace(/\r\n?|\0/g, (found) => (found === '\0' ? '' : '\n'));
}
