/** Metadata as the head of a text or Markdown file, in YAML between lines of three dashes. */

/** Every value is spelled as JSON, which is YAML too; so nothing in it can end the head or mean something else. */
export function frontMatter(metadata: Readonly<Record<string, unknown>>): string {
  const lines = Object.entries(metadata)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `${name}: ${spell(value)}\n`);
  return `---\n${lines.join('')}---\n`;
}

/** JSON may hold characters as they are that YAML wants escaped; \x85 is the end of a line in YAML 1.1. */
function spell(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\x7f-\x9f\u2028\u2029\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
