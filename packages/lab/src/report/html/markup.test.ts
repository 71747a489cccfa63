import fc from 'fast-check';
import { type DefaultTreeAdapterMap, parseFragment } from 'parse5';
import { describe, expect, it } from 'vitest';
import { html, join, trusted, withCode } from './markup.ts';

type Element = DefaultTreeAdapterMap['element'];

/** All that a tokenizer may stumble over, and some that it must not. */
const letters = [
  ...'<>&"\'`=/!-;#x1 a\0\b\t\n\f\r\u007f\u00a0\u{1F41D}',
  '</p>',
  '<!--',
  '&amp',
  '&#0;',
  ']]>',
];

describe('markup', () => {
  it('escapes what is put in, wherever it stands', () => {
    const bad = `</p><script>alert("x")</script>&amp;'`;
    expect(html`<p title="${bad}">${bad}</p>`.markup).toBe(
      '<p title="&lt;/p&gt;&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&amp;amp;&#39;">' +
        '&lt;/p&gt;&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&amp;amp;&#39;</p>',
    );
  });

  it('comes back from a parser as it was, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...letters) }), (text) => {
        const { childNodes } = parseFragment(html`<p title="${text}">${text}</p>`.markup);
        const [paragraph] = childNodes as Element[];
        const inner = paragraph!.childNodes
          .map((node) => ('value' in node ? node.value : '<element>'))
          .join('');
        // A parser drops or replaces controls and reads every line end as a line feed.
        const expected = text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g, '').replace(/\r\n?/g, '\n');
        expect([childNodes.length, paragraph!.attrs[0]!.value, inner]).toEqual([1, expected, expected]);
      }),
    );
  });

  it('takes markup as it is, alone and in lists', () => {
    const items = ['a', '<'].map((text) => html`<li>${text}</li>`);
    expect(html`<ul>${items}</ul>${join(items)}${trusted('<hr>')}${undefined}`.markup).toBe(
      '<ul><li>a</li><li>&lt;</li></ul><li>a</li><li>&lt;</li><hr>',
    );
  });

  it('writes numbers with two decimals at most', () => {
    expect(html`${1 / 3} ${12} ${-0.004}`.markup).toBe('0.33 12 0');
  });

  it('marks names in a sentence', () => {
    expect(withCode('Best is `a<b` of `c`.').markup).toBe('Best is <code>a&lt;b</code> of <code>c</code>.');
  });
});
