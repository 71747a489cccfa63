/** So many texts are remembered, if they are not longer than that: pages of a site have the same few. */
const MOST_TEXTS = 1_000;
const LONGEST = 200;

/** What reads a text, and remembers what it has read: for what is the same on page after page of a site. */
export function remembering<Value>(read: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined || known.has(text)) return before as Value;
    const value = read(text);
    if (known.size >= MOST_TEXTS) known.clear();
    if (text.length <= LONGEST) known.set(text, value);
    return value;
  };
}
