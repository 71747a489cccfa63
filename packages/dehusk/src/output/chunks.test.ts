import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseText } from '../page/parse.ts';
import { countText } from '../page/text-counts.ts';
import { type ChunkOptions, chunkText, type TextChunk } from './chunks.ts';
import { toMarkdown } from './markdown.ts';
import { toOutlinedText } from './text.ts';

const html = `<h1>Ants</h1><p>They build. Dr. Wilson saw 3.5 million of them, e.g. in Peru. They never rest!</p>
<h2>Nests</h2><p>A nest has rooms. Some are warm.</p>
<table><tr><th>Room</th><th>Use. It is</th></tr><tr><td>One</td><td>Sleep. And more</td></tr></table>
<h2>Code</h2><pre>first(); // Done. Next

second();</pre><h3>Deep</h3><p>End of it.</p>`;

/** Every way in which a page of these pieces may be written. */
const contents = (source: string): readonly { text: string; format: string; all: TextOf }[] => {
  const page = parseText(source);
  const outlined = toOutlinedText(page);
  const markdown = { text: toMarkdown(page) };
  return [
    { text: outlined.text, format: 'text', all: (options) => chunkText(outlined, 'text', options) },
    { text: markdown.text, format: 'markdown', all: (options) => chunkText(markdown, 'markdown', options) },
  ];
};
type TextOf = (options: ChunkOptions) => readonly TextChunk[];

const words = fc.stringMatching(/^[A-Za-z东京é😀.!?。| #`~\-\t]{0,40}$/u);
const block = fc.oneof(
  fc.tuple(fc.constantFrom('h1', 'h2', 'h3', 'h6', 'p', 'p', 'p', 'blockquote'), words).map(element),
  fc
    .array(words, { minLength: 1, maxLength: 4 })
    .map((items) => `<ul>${items.map((item) => `<li>${item}`).join('')}</ul>`),
  fc
    .array(words, { minLength: 1, maxLength: 4 })
    .map((lines) => `<pre>${lines.join('\n')}\n\n# no heading. None</pre>`),
  fc
    .array(words, { minLength: 1, maxLength: 3 })
    .map((cells) => `<table>${cells.map((cell) => `<tr><td>a<td>${cell}</tr>`).join('')}</table>`),
);

function element([tag, text]: readonly [string, string]): string {
  return `<${tag}>${text}</${tag}>`;
}

describe('a text in pieces', () => {
  it('is the text, joined; places and tokens are right, and what is too long cannot be cut', () => {
    fc.assert(
      fc.property(
        fc.array(block, { maxLength: 12 }),
        fc.integer({ min: 1, max: 60 }),
        (blocks, maxTokens) => {
          for (const { text, all } of contents(blocks.join('\n'))) {
            const chunks = all({ maxTokens });
            expect(chunks.map((chunk) => chunk.text).join('')).toBe(text);
            const characters = [...text];
            for (const chunk of chunks) {
              expect(characters.slice(chunk.start, chunk.end).join('')).toBe(chunk.text);
              expect(chunk.tokens).toBe(countText(chunk.text).tokens);
              if (chunk.tokens > maxTokens)
                expect(all({ maxTokens: 1 }).map((small) => small.text)).toContain(chunk.text);
            }
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  it('repeats what stands before a piece, where that is asked for, and stays below the limit', () => {
    fc.assert(
      fc.property(
        fc.array(block, { maxLength: 12 }),
        fc.integer({ min: 2, max: 60 }),
        (blocks, maxTokens) => {
          for (const { text, all } of contents(blocks.join('\n'))) {
            const overlapTokens = Math.floor(maxTokens / 2);
            const characters = [...text];
            for (const { text: shown, start, end, overlap = 0 } of all({ maxTokens, overlapTokens })) {
              expect(characters.slice(start - overlap, end).join('')).toBe(shown);
              const repeated = characters.slice(start - overlap, start).join('');
              expect(countText(repeated).tokens).toBeLessThanOrEqual(overlapTokens);
              if (overlap > 0) expect(countText(shown).tokens).toBeLessThanOrEqual(maxTokens);
            }
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('is cut before headings first, and tells under which headings each piece stands', () => {
    const source = `<h1>Ants</h1><p>${'They build. '.repeat(9)}</p><h2>Nests</h2><p>${'Warm rooms. '.repeat(9)}</p>
      <h2>Food</h2><p>Seeds.</p><h3>Deep</h3><p>End of it.</p>`;
    for (const { all } of contents(source)) {
      const headings = all({ maxTokens: 34 }).map((chunk) => chunk.headings);
      expect(headings).toEqual([['Ants'], ['Ants', 'Nests'], ['Ants', 'Food']]);
      expect(all({ maxTokens: 1000 }).map((chunk) => chunk.headings)).toEqual([['Ants']]);
    }
  });

  it('never is cut inside a sentence, a row of a table or a line of code', () => {
    for (const { all, format } of contents(html)) {
      const smallest = all({ maxTokens: 1 }).map(({ text }) => text.trim());
      expect(smallest).toContain('Dr. Wilson saw 3.5 million of them, e.g. in Peru.');
      expect(smallest).toContain('first(); // Done. Next');
      expect(smallest).toContain(format === 'text' ? 'One\tSleep. And more' : '| One | Sleep. And more |');
      expect(smallest).toContain('Some are warm.');
    }
  });

  it('keeps a heading with what follows it', () => {
    for (const { all } of contents(html))
      expect(all({ maxTokens: 12 }).every(({ text }) => !/^(#+ )?(Nests|Deep)\s*$/.test(text))).toBe(true);
  });

  it('is counted by whoever knows better', () => {
    const text = 'One two. Three four. Five six.';
    const countTokens = (piece: string): number => piece.length;
    const chunks = chunkText({ text }, 'text', { maxTokens: 22, countTokens });
    expect(chunks.map((chunk) => [chunk.text, chunk.tokens])).toEqual([
      ['One two. Three four. ', 21],
      ['Five six.', 9],
    ]);
  });

  it('asks for numbers that can be meant', () => {
    for (const options of [{ maxTokens: 0 }, { maxTokens: 1.5 }, { maxTokens: 5, overlapTokens: 5 }])
      expect(() => chunkText({ text: 'a' }, 'text', options)).toThrow(/takes a whole number/);
  });
});
