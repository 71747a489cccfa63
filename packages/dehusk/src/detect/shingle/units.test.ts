import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readNormalText } from '../../page/page.ts';
import { parseText } from '../../page/parse.ts';
import { type UnitName, unitNames } from './method.ts';
import { splitUnits } from './units.ts';

/** Each unit as its texts. */
function unitsOf(html: string, unit: UnitName, minLinks = 3): readonly string[] {
  const page = parseText(html);
  const { count, start, end } = splitUnits(page, unit, minLinks);
  return Array.from({ length: count }, (_, i) =>
    [...page.segments.subarray(start[i], end[i])].map((node) => readNormalText(page, node)).join(' '),
  );
}

const link = (text: string): string => `<a href="/${text}">${text}</a>`;
const list = (...items: string[]): string =>
  `<ul>${items.map((item) => `<li>${link(item)}</li>`).join('')}</ul>`;

describe('pagelets', () => {
  it('are elements with k links none of whose children has k', () => {
    const html = `<nav>${list('a', 'b', 'c')}</nav><p>Text with ${link('one')} link</p>`;
    expect(unitsOf(html, 'pagelet')).toEqual(['a b c']);
    expect(unitsOf(html, 'pagelet', 4)).toEqual(['a b c Text with one link']);
    expect(unitsOf(html, 'pagelet', 5)).toEqual([]);
  });

  it('are the inner lists of a menu of lists, and the outer list where the inner ones are short', () => {
    const nested = (inner: string): string => `<ul><li>${link('x')}${inner}</li><li>${link('y')}</li></ul>`;
    expect(unitsOf(nested(list('a', 'b', 'c')), 'pagelet')).toEqual(['a b c']);
    expect(unitsOf(nested(list('a')), 'pagelet')).toEqual(['x a y']);
  });

  it('count anchors with an address and areas, and nothing else', () => {
    expect(unitsOf('<div><a>1</a><a name=n>2</a><a href=x>3</a></div>', 'pagelet')).toEqual([]);
    const map = '<map><area href=1><area href=2><area href=3></map>';
    expect(unitsOf(`<div><p>${map}shown</p></div>`, 'pagelet')).toEqual([]);
    expect(unitsOf(`<div><p>${map}shown ${link('x')}</p></div>`, 'partition')).toEqual(['shown', 'x']);
  });
});

describe('the partition', () => {
  it('has the pagelets and everything between them', () => {
    const html = `<header>Site</header><div>Before<nav>${list('a', 'b', 'c')}</nav><p>After</p></div><p>Body <b>text</b></p>`;
    expect(unitsOf(html, 'partition')).toEqual(['Site', 'Before', 'a b c', 'After', 'Body text']);
  });

  it('is the whole page where there are no k links', () => {
    expect(unitsOf(`<div><p>a</p></div><p>b ${link('c')}</p>`, 'partition')).toEqual(['a b c']);
  });
});

it('texts between table tags are split at cells, and not at div', () => {
  const html =
    '<div>a</div><div>b</div><table><tr><td>c<div>d</div></td><td>e<table><tr><td>f</table>g</table><p>h</p>';
  expect(unitsOf(html, 'table-text')).toEqual(['a b', 'c d', 'e', 'f', 'g', 'h']);
});

it('blocks are those of the incremental method', () => {
  expect(unitsOf('<div>t1<div>t2</div>t3</div>', 'block')).toEqual(['t1', 't2', 't3']);
});

it('a page without text has no units', () => {
  for (const unit of unitNames) expect(unitsOf('<div><a href=x></a><br></div>', unit)).toEqual([]);
});

describe('on random pages', () => {
  const html = fc
    .array(
      fc.constantFrom(
        '<div>',
        '</div>',
        '<ul><li>',
        '</ul>',
        '<table><tr><td>',
        '</table>',
        link('x'),
        'word ',
      ),
    )
    .map((parts) => parts.join(''));

  it('units are runs of segments that do not overlap, in document order', () => {
    fc.assert(
      fc.property(
        html,
        fc.constantFrom(...unitNames),
        fc.integer({ min: 1, max: 4 }),
        (source, unit, minLinks) => {
          const page = parseText(source);
          const { count, start, end } = splitUnits(page, unit, minLinks);
          let last = 0;
          for (let i = 0; i < count; i++) {
            expect(start[i]).toBeGreaterThanOrEqual(last);
            expect(end[i]).toBeGreaterThan(start[i]!);
            last = end[i]!;
          }
          const covered = start.reduce((sum, from, i) => sum + end[i]! - from, 0);
          if (unit !== 'pagelet') expect(covered).toBe(page.segments.length);
        },
      ),
    );
  });

  it('every pagelet is a part of the partition', () => {
    fc.assert(
      fc.property(html, (source) => {
        const page = parseText(source);
        const ranges = (unit: UnitName): string[] => {
          const { count, start, end } = splitUnits(page, unit, 3);
          return Array.from({ length: count }, (_, i) => `${start[i]}-${end[i]}`);
        };
        expect(ranges('partition')).toEqual(expect.arrayContaining(ranges('pagelet')));
      }),
    );
  });
});
