/**
 * Pages that are made to hurt, each by size: what a parser's worst habits would make quadratic, deep or huge.
 * The tests feed them at full size; `dehusk-lab bench growth` at n and 2n.
 */
export interface HostileFamily {
  readonly name: string;
  /** A page whose length grows in proportion to `size`. */
  html(size: number): string;
}

const repeat =
  (unit: string) =>
  (size: number): string =>
    unit.repeat(size);
const numbered =
  (unit: (i: number) => string) =>
  (size: number): string =>
    Array.from({ length: size }, (_, i) => unit(i)).join('');
const after =
  (prefix: string, rest: (size: number) => string) =>
  (size: number): string =>
    prefix + rest(size);

export const hostileFamilies: readonly HostileFamily[] = [
  { name: 'siblings', html: repeat('<p>x') },
  { name: 'void siblings', html: repeat('<br>') },
  { name: 'attributes of one element', html: (size) => `<p ${numbered((i) => `a${i % 50_000}=1 `)(size)}>x` },
  { name: 'one class over and over', html: repeat('<i class="same">x</i>') },
  { name: 'different classes', html: numbered((i) => `<i class="c${i}">x</i>`) },
  { name: 'end tags of a covered element', html: after(`<x><div>${'<span>'.repeat(1500)}`, repeat('</x>')) },
  { name: 'end tags of nothing', html: after('<span>'.repeat(1500), repeat('</nothing>')) },
  {
    name: 'blocks below an open paragraph',
    html: after(`<p><button>${'<span>'.repeat(1500)}`, repeat('<div></div>')),
  },
  { name: 'list items under many spans', html: after(`<ul><li>${'<span>'.repeat(1500)}`, repeat('<b><li>')) },
  { name: 'text cut by ignored tags', html: repeat('a</nope>') },
  { name: 'text leaving a table', html: after('<table>', repeat('a<tr>b</nope>c')) },
  { name: 'tables in tables', html: repeat('<table><tr><td></table></table>') },
  { name: 'anchors in anchors', html: repeat('<a href=#><div></div>') },
  { name: 'bold across blocks', html: repeat('<b><p>x</b></p>') },
  { name: 'fonts kept open', html: numbered((i) => `<p><font size=${i % 4}>x</p>`) },
  { name: 'headings', html: repeat('<h1><h2>') },
  { name: 'comments', html: repeat('<!-- -->') },
  { name: 'unfinished comments', html: repeat('<!-') },
  { name: 'less-than signs', html: repeat('<') },
  { name: 'ampersands', html: repeat('&') },
  { name: 'character references', html: repeat('&amp;') },
  { name: 'scripts', html: repeat('<script>x</script>') },
  { name: 'script openings', html: after('<script>', repeat('<script')) },
  { name: 'templates', html: repeat('<template>') },
  { name: 'options', html: after('<select>', repeat('<option>x')) },
  { name: 'foreign elements', html: after('<svg>', repeat('<g></g></x>')) },
  { name: 'white space in pre', html: after('<pre>', repeat('<i>x</i> ')) },
  { name: 'one long text', html: repeat('word ') },
  { name: 'NULs', html: repeat('\0a') },
  { name: 'invented tags', html: numbered((i) => `<x-${i % 50_000}></x-${i % 50_000}>`) },
];
