/** Every source of every field, what happens where they differ, and what is no value at all. */
import { describe, expect, test } from 'vitest';
import { readText } from '../page/page.ts';
import { parseText } from '../page/parse.ts';
import { type PageMetadata, readMetadata } from './page-metadata.ts';
import { addTitle, namesOf, type TitleParts } from './page-title.ts';
import { structuredDataLimits } from './structured-data.ts';

const url = 'https://www.example-news.org/a/b';

interface Known {
  readonly titles?: readonly string[];
  /** Its own, where it is another one. */
  readonly url?: string;
  /** Is this text template? */
  readonly isTemplate?: (text: string) => boolean;
}

function metadata(html: string, more: Known = {}): PageMetadata {
  const page = parseText(html, { url: more.url ?? url });
  const template = new Uint8Array(page.nodeCount);
  for (const node of page.segments) if (more.isTemplate?.(readText(page, node))) template[node] = 1;
  let titleParts: TitleParts | undefined;
  for (const title of more.titles ?? []) titleParts = addTitle(titleParts, title);
  const pageCount = more.titles?.length ?? 0;
  return readMetadata({ page, template, text: 'a', titleParts, pageCount }, true);
}

const meta = (name: string, content: string): string => `<meta name="${name}" content="${content}">`;
const property = (name: string, content: string): string => `<meta property="${name}" content="${content}">`;
const jsonLd = (value: unknown): string =>
  `<script type="application/ld+json">${JSON.stringify(value)}</script>`;
const article = (fields: object): string => jsonLd({ '@type': 'NewsArticle', ...fields });
const micro = (type: string, inside: string): string =>
  `<div itemscope itemtype="https://schema.org/${type}">${inside}</div>`;

const prose = `<p>${'A sentence that goes on for a while, and then some. '.repeat(5)}`.repeat(6);

type Case = readonly [source: string, html: string, value: unknown];

const cases: Readonly<Record<string, readonly Case[]>> = {
  title: [
    ['h1', '<title>A thing | Example</title><h1>A <b>thing</b></h1>', 'A thing'],
    ['h1', '<h1>One<br>two</h1>', 'One two'],
    ['h1', '<h1>The &lt;br&gt; tag</h1>', 'The <br> tag'],
    ['h1', '<h1>Install <a href="#i">¶</a></h1>', 'Install'],
    ['h1', '<h1>Struct <b>Queue</b> <button>Copy path</button></h1>', 'Struct Queue'],
    ['h1', '<h1><button>Opening hours</button></h1>', 'Opening hours'],
    ['h1', '<title>Two - Example</title><h1>One</h1><h1>Two</h1>', 'Two'],
    ['og:title', `<title>x</title>${property('og:title', 'Of a &amp;amp; b')}`, 'Of a & b'],
    ['json-ld headline', `<title>x</title>${article({ headline: 'Head <em>line</em>' })}`, 'Head line'],
    [
      'json-ld headline',
      article({ headline: '&#8220;One&#x201d; &#x2d; &#8216;two&#128512; &#0;&#150;&#xd800;' }),
      '“One” - ‘two😀 &#0;&#150;&#xd800;',
    ],
    ['json-ld name', jsonLd({ '@type': 'Product', name: 'Kettle' }), 'Kettle'],
    ['microdata headline', micro('Article', '<b itemprop=headline>Deep</b>'), 'Deep'],
    ['microdata name', micro('Product', '<b itemprop=name>Kettle</b>'), 'Kettle'],
    ['title', '<title>Only this</title>', 'Only this'],
    ['title', '<title>About us | Example News</title>', 'About us'],
    ['title', '<title>Example-News: About us</title>', 'About us'],
    ['title', '<title>News | Blog</title>', 'News | Blog'],
    ['title', `<title>About — The Post</title>${property('og:site_name', 'the post')}`, 'About'],
    ['title', `<title>About - Inc</title>${jsonLd({ '@type': 'WebSite', name: 'Inc' })}`, 'About'],
    ['title', `<title>Home</title><h1>Paper</h1>${property('og:site_name', 'Paper')}`, 'Home'],
    ['twitter:title', meta('twitter:title', 'Tweet'), 'Tweet'],
    ['dc.title', meta('DC.title', 'Dublin'), 'Dublin'],
    ['citation_title', meta('citation_title', 'Paper'), 'Paper'],
  ],
  description: [
    ['description', meta('Description', ' All \n of  it '), 'All of it'],
    ['og:description', property('og:description', 'Open'), 'Open'],
    ['og:description', meta('description', '') + property('og:description', 'Open'), 'Open'],
    ['twitter:description', meta('twitter:description', 'Bird'), 'Bird'],
    ['dc.description', meta('dc.description', 'Core'), 'Core'],
    ['json-ld', article({ description: '<p>Of &lt;it&gt;</p>' }), 'Of <it>'],
    ['microdata', micro('Article', '<p itemprop=description>M'), 'M'],
  ],
  site_name: [
    ['og:site_name', property('og:site_name', 'Site'), 'Site'],
    ['json-ld', jsonLd({ '@graph': [{ '@type': 'WebSite', name: 'Graph' }] }), 'Graph'],
    ['application-name', meta('application-name', 'App'), 'App'],
    ['apple-mobile-web-app-title', meta('apple-mobile-web-app-title', 'Apple'), 'Apple'],
  ],
  canonical: [
    ['link canonical', '<link rel="Canonical" href="../c#d">', 'https://www.example-news.org/c#d'],
    ['link canonical', '<base href=https://b.example/><link rel=canonical href=x>', 'https://b.example/x'],
    ['og:url', property('og:url', '//cdn.example/x'), 'https://cdn.example/x'],
  ],
  image: [
    ['og:image', property('og:image', '/i.png'), 'https://www.example-news.org/i.png'],
    [
      'og:image:secure_url',
      property('og:image', '/i') + property('og:image:secure_url', 'https://s.example/i'),
      'https://s.example/i',
    ],
    ['twitter:image', meta('twitter:image', 'https://t.example/i'), 'https://t.example/i'],
    ['json-ld image', article({ image: ['/1.png', '/2.png'] }), 'https://www.example-news.org/1.png'],
    [
      'json-ld image',
      article({ image: { '@type': 'ImageObject', url: '/o.png' } }),
      'https://www.example-news.org/o.png',
    ],
    ['json-ld thumbnailUrl', article({ thumbnailUrl: '/t.png' }), 'https://www.example-news.org/t.png'],
    [
      'microdata image',
      micro('Product', '<img itemprop=image src=/m.png>'),
      'https://www.example-news.org/m.png',
    ],
    ['link image_src', '<link rel=image_src href=/l.png>', 'https://www.example-news.org/l.png'],
  ],
  license: [
    ['link license', '<link rel=license href=/l>', 'https://www.example-news.org/l'],
    ['link copyright', '<link rel=copyright href=/l>', 'https://www.example-news.org/l'],
    ['rel license', '<a rel="nofollow license" href=https://c.example/by>CC', 'https://c.example/by'],
    ['json-ld license', article({ license: 'https://c.example/by' }), 'https://c.example/by'],
    ['dcterms.license', meta('dcterms.license', 'https://c.example/d'), 'https://c.example/d'],
  ],
  authors: [
    ['json-ld author', article({ author: 'By Ann Lee' }), ['Ann Lee']],
    ['json-ld author', article({ author: { '@type': 'Person', name: 'Ann' } }), ['Ann']],
    ['json-ld author', article({ author: [{ name: 'Ann' }, { name: 'Bo' }, 'ann'] }), ['Ann', 'Bo']],
    ['json-ld creator', article({ creator: 'Cy' }), ['Cy']],
    [
      'microdata author',
      micro('Article', '<span itemprop=author itemscope><b itemprop=name>Dee</b></span>'),
      ['Dee'],
    ],
    ['citation_author', meta('citation_author', 'E, F') + meta('citation_author', 'G, H'), ['E, F', 'G, H']],
    ['author', meta('author', 'Ivy'), ['Ivy']],
    ['article:author', property('article:author', 'Jo'), ['Jo']],
    ['dc.creator', meta('DC.creator', 'Kai'), ['Kai']],
    ['dcterms.creator', meta('dcterms.creator', 'Lu'), ['Lu']],
    ['parsely-author', meta('parsely-author', 'Mo'), ['Mo']],
    ['sailthru.author', meta('sailthru.author', 'Ny'), ['Ny']],
    ['twitter:data1', meta('twitter:label1', 'Written by') + meta('twitter:data1', 'Ola'), ['Ola']],
    ['rel author', '<a rel=author href=/p>Pat</a>', ['Pat']],
    ['author', property('article:author', 'https://f.example/q') + meta('author', 'Q'), ['Q']],
  ],
  published: [
    [
      'json-ld datePublished',
      article({ datePublished: '2024-03-05T08:00:00+0100' }),
      '2024-03-05T08:00:00+01:00',
    ],
    ['json-ld uploadDate', jsonLd({ '@type': 'VideoObject', uploadDate: '2024-03-05' }), '2024-03-05'],
    ['json-ld datePosted', jsonLd({ '@type': 'JobPosting', datePosted: '2024-3-5' }), '2024-03-05'],
    [
      'json-ld datePublished',
      jsonLd([{ '@type': 'WebPage', datePublished: '2024-03-05' }, { '@type': 'Product' }]),
      '2024-03-05',
    ],
    [
      'microdata datePublished',
      micro('Article', '<time itemprop=datePublished datetime=2024-03-05>'),
      '2024-03-05',
    ],
    [
      'microdata datePublished',
      micro('Article', '<meta itemprop=datePublished content=2024-03-05>'),
      '2024-03-05',
    ],
    ...[
      'article:published_time',
      'citation_publication_date',
      'dcterms.issued',
      'dc.date',
      'parsely-pub-date',
      'sailthru.date',
      'pubdate',
      'date',
      'og:published_time',
    ].map((name): Case => [name, property(name, '2024/03/05'), '2024-03-05']),
    [
      'time',
      '<time class="entry-date" datetime="2024-03-05T10:00:00Z">x</time><time datetime=2020-01-01>',
      '2024-03-05T10:00:00Z',
    ],
    ['time', '<time pubdate datetime="2024-03-05">x', '2024-03-05'],
    ['time', '<time>5 March 2024</time>', '2024-03-05'],
    [
      'json-ld datePublished',
      article({ datePublished: '2024-03-05' }) + property('article:published_time', '2023-01-01'),
      '2024-03-05',
    ],
    [
      'article:published_time',
      article({ datePublished: 'soon' }) + property('article:published_time', '2023-01-01'),
      '2023-01-01',
    ],
  ],
  modified: [
    ['json-ld dateModified', article({ dateModified: '2024-03-05' }), '2024-03-05'],
    ...['article:modified_time', 'og:updated_time', 'dcterms.modified', 'last-modified'].map(
      (name): Case => [name, property(name, '2024-03-05 10:11'), '2024-03-05T10:11:00'],
    ),
    ['time', '<time class=updated datetime=2024-03-05>x', '2024-03-05'],
  ],
  language: [
    ['html lang', '<html lang=sv-se><p>x', 'sv-SE'],
    ['html lang', '<html xml:lang=DE><p>x', 'de'],
    ['content-language', '<meta http-equiv=content-language content="fr, en"><p>x', 'fr'],
    ['og:locale', property('og:locale', 'pt_BR'), 'pt-BR'],
    ['json-ld inLanguage', article({ inLanguage: 'cs' }), 'cs'],
    ['dc.language', meta('dc.language', 'nl'), 'nl'],
    [
      'text',
      `<p>${'Der Hund und die Katze sind nicht auf dem Dach, aber das ist auch für den Vogel gut. '.repeat(2)}`,
      'de',
    ],
    [
      'text',
      `<html lang=en><p>${'Der Hund und die Katze sind nicht auf dem Dach, aber das ist auch für den Vogel gut. '.repeat(2)}`,
      'de',
    ],
    ['text', '<html lang=en><p>Καλημέρα κόσμε', 'el'],
    ['text', '<p>안녕하세요 세계', 'ko'],
    ['text', '<html lang=zh><p>猫は屋根の上にいません', 'ja'],
    ['text', '<html lang=en><p>שלום עולם, מה שלומך', 'he'],
    ['html lang', '<html lang=yi><p>שלום עולם, מה שלומך', 'yi'],
    ['html lang', '<html lang=grc><p>μῆνιν ἄειδε θεὰ', 'grc'],
    ['html lang', '<html lang=zh><p>猫不在屋顶上の店', 'zh'],
    ['html lang', '<html lang=en><p>A resistor of 5 kΩ and the angles α, β, γ, δ and ε', 'en'],
    ['html lang', '<html lang=de><p>Δέλτα: der vierte Buchstabe', 'de'],
    ['text', `<html lang=en-US><p>${'これは日本語の文章です。猫は屋根の上にいません。'.repeat(6)}`, 'ja'],
    ['text', `<p>${'Собака и кошка не на крыше, но это хорошо для птицы, как и для всех. '.repeat(3)}`, 'ru'],
    [
      'text',
      `<p>${'O cão e o gato não estão no telhado, mas isso é bom para os pássaros que você vê. '.repeat(2)}`,
      'pt',
    ],
    [
      'html lang',
      `<html lang=en><p>${'Nikon Coolpix 35 mm 12 MP Zoom Kit Canon EOS Rebel XTi Sigma 70-300 mm '.repeat(4)}`,
      'en',
    ],
  ],
  breadcrumb: [
    [
      'json-ld',
      jsonLd({
        '@type': 'BreadcrumbList',
        itemListElement: [
          { '@type': 'ListItem', position: 2, item: { '@id': '/b', name: 'B' } },
          { '@type': 'ListItem', position: 1, name: 'A' },
        ],
      }),
      ['A', 'B'],
    ],
    [
      'microdata',
      micro(
        'BreadcrumbList',
        '<a itemprop=itemListElement itemscope><b itemprop=name>A</b></a><a itemprop=itemListElement itemscope><b itemprop=name>B</b></a>',
      ),
      ['A', 'B'],
    ],
    [
      'breadcrumb',
      '<nav aria-label=Breadcrumb><ol><li><a href=/>Home</a> /<li>Here</ol></nav>',
      ['Home', 'Here'],
    ],
    [
      'breadcrumb',
      '<div class="breadcrumbs"><a href=/>Home</a> » <a href=/x>News</a></div>',
      ['Home', 'News'],
    ],
    [
      'breadcrumb',
      '<ul class="nav-breadcrumbs"><li class="breadcrumbs"><a href=/>Home</a><a href=/x>Forum</a><li><a href=/s>Search</a></ul>',
      ['Home', 'Forum'],
    ],
  ],
  tags: [
    ['keywords', meta('keywords', 'TV 3.0&amp;#34; black; R&amp;amp;D'), ['TV 3.0" black', 'R&D']],
    ['article:tag', property('article:tag', 'R&amp;amp;D'), ['R&D']],
    [
      'article:tag',
      property('article:tag', 'a') + property('article:tag', 'b') + property('article:tag', 'A'),
      ['a', 'b'],
    ],
    ['json-ld keywords', article({ keywords: 'a, b; c' }), ['a', 'b', 'c']],
    ['json-ld keywords', article({ keywords: ['a', 'b'] }), ['a', 'b']],
    ['rel tag', '<a rel=tag href=/t>cats</a>', ['cats']],
    ['keywords', meta('keywords', 'x,, y'), ['x', 'y']],
    ['news_keywords', meta('news_keywords', 'z'), ['z']],
  ],
  kind: [
    ['json-ld', article({}), 'article'],
    ['json-ld', jsonLd({ '@type': ['Product', 'Thing'] }), 'product'],
    ['json-ld', jsonLd({ '@type': 'https://schema.org/Recipe' }), 'recipe'],
    ['json-ld', jsonLd({ '@type': 'QAPage' }), 'forum'],
    ['json-ld', jsonLd({ '@type': 'TechArticle' }), 'documentation'],
    ['json-ld', jsonLd([1, 2, 3].map(() => ({ '@type': 'Product' }))), 'list'],
    ['microdata', micro('JobPosting', ''), 'job'],
    ['og:type', property('og:type', 'article'), 'article'],
    ['og:type', property('og:type', 'product'), 'product'],
    ['og:type', property('og:type', 'movie'), 'video'],
    ['shape', `<pre>${'let a = 1;\n'.repeat(40)}</pre><p>Text.`, 'documentation'],
    [
      'shape',
      `<p>Text.${'<code><a href=/x>usize</a> <a href=/y>OsString</a></code>'.repeat(40)}`,
      'documentation',
    ],
    ['shape', `<ul>${'<li><a href=/x>A rather long entry of this list</a>'.repeat(12)}`, 'list'],
    ['shape', '<a href=/x><div><p>A rather long entry of this list</p></div></a>'.repeat(12), 'list'],
    ['shape', meta('author', 'Bert Clay') + prose, 'article'],
    ['og:type', property('og:type', 'article') + meta('author', 'Bert Clay'), 'article'],
    ['price', meta('product:price:amount', '12.50'), 'product'],
    ['generator', meta('generator', 'Discourse 3.1.0 - https://example.org'), 'forum'],
    ['generator', meta('generator', 'Docusaurus v3.4.0'), 'documentation'],
    ['json-ld', jsonLd({ '@type': 'FAQPage' }), 'faq'],
  ],
};

describe.each(Object.entries(cases))('%s', (field, rows) => {
  test.each(rows.map(([source, html, value], i) => ({ source, html, value, i })))(
    '$i from $source',
    ({ source, html, value }) => {
      const found = metadata(html);
      expect(found[field as keyof PageMetadata]).toEqual(value);
      expect(found.sources?.[field]).toBe(source);
    },
  );
});

describe('where sources differ, the more trusted one counts', () => {
  const home = 'https://www.example-news.org/';
  test.each<[keyof PageMetadata, string, string, unknown]>([
    ['title', 'og:title', `<title>T</title>${article({ headline: 'J' })}${property('og:title', 'O')}`, 'O'],
    [
      'title',
      'json-ld headline',
      `<title>T</title>${meta('dc.title', 'D')}${article({ headline: 'J' })}`,
      'J',
    ],
    ['description', 'description', property('og:description', 'O') + meta('description', 'D'), 'D'],
    ['language', 'html lang', `<html lang=de>${property('og:locale', 'fr_FR')}`, 'de'],
    ['canonical', 'link canonical', `${property('og:url', '/o')}<link rel=canonical href=/c>`, `${home}c`],
    [
      'site_name',
      'og:site_name',
      jsonLd({ '@type': 'WebSite', name: 'J' }) + property('og:site_name', 'O'),
      'O',
    ],
    ['authors', 'json-ld author', meta('author', 'Ann') + article({ author: 'Bob Ray' }), ['Bob Ray']],
    ['authors', 'author', `<a rel=author href=/x>Cy Lee</a>${meta('author', 'Ann May')}`, ['Ann May']],
    [
      'published',
      'json-ld datePublished',
      property('article:published_time', '2024-01-01') + article({ datePublished: '2024-02-02' }),
      '2024-02-02',
    ],
    [
      'published',
      'article:published_time',
      `<time pubdate datetime=2024-03-03></time>${property('article:published_time', '2024-01-01')}`,
      '2024-01-01',
    ],
    // What is no date counts for nothing, however trusted its source.
    [
      'published',
      'article:published_time',
      article({ datePublished: 'soon' }) + property('article:published_time', '2024-01-01'),
      '2024-01-01',
    ],
    [
      'modified',
      'json-ld dateModified',
      property('og:updated_time', '2024-01-01') + article({ dateModified: '2024-02-02' }),
      '2024-02-02',
    ],
    ['image', 'og:image', meta('twitter:image', '/t.png') + property('og:image', '/o.png'), `${home}o.png`],
    ['kind', 'json-ld', property('og:type', 'article') + jsonLd({ '@type': 'Product' }), 'product'],
    ['kind', 'og:type', property('og:type', 'article') + jsonLd({ '@type': 'Question' }), 'article'],
    [
      'kind',
      'shape',
      `${property('og:type', 'article')}<ul>${'<li><a href=/x>A rather long entry</a>'.repeat(12)}`,
      'list',
    ],
    ['tags', 'article:tag', meta('keywords', 'k') + property('article:tag', 'a'), ['a']],
    [
      'license',
      'link license',
      `${article({ license: 'https://c.example/by' })}<link rel=license href=/l>`,
      `${home}l`,
    ],
  ])('%s: %s', (field, source, html, value) => {
    const found = metadata(html);
    expect(found[field]).toEqual(value);
    expect(found.sources?.[field]).toBe(source);
  });
});

describe('what is no value', () => {
  test.each<[string, string, keyof PageMetadata]>([
    ['a date that could be two', property('article:published_time', '03/04/2024'), 'published'],
    ['a date of nowhere', property('article:published_time', '0000-00-00'), 'published'],
    ['a day that no month has', property('article:published_time', '2024-02-30'), 'published'],
    ['the zero of clocks', property('article:published_time', '1970-01-01T00:00:00Z'), 'published'],
    [
      'two dates that say nothing of themselves',
      '<time datetime=2024-01-01>a</time><time datetime=2024-01-02>b</time>',
      'published',
    ],
    ['an address for an author', meta('author', 'https://x.example'), 'authors'],
    ['a mail address for an author', meta('author', 'a@b.example'), 'authors'],
    ['the account of a system for an author', meta('author', 'admin'), 'authors'],
    ['a script for a picture', property('og:image', 'javascript:x'), 'image'],
    ['pictures in the source', property('og:image', 'data:image/png;base64,AA'), 'image'],
    ['a picture of nothing', property('og:image', 'https://s.example/i/blank.jpg'), 'image'],
    ['no language', '<html lang="x"><p>Hi', 'language'],
    ['an undetermined language', '<html lang="und"><p>Hi', 'language'],
    ['a short text', '<p>Hello there', 'language'],
    ['a breadcrumb of one', '<nav aria-label=breadcrumb><a href=/>Home</a></nav>', 'breadcrumb'],
    ['a short page of no shape', '<p>Hello', 'kind'],
    ['a type that is called as something of every object is', property('og:type', 'constructor'), 'kind'],
    ['prose that nobody has signed', prose, 'kind'],
    ['a licence in words', meta('dcterms.license', 'all rights reserved'), 'license'],
  ])('%s', (_, html, field) => {
    expect(metadata(html)[field]).toBeUndefined();
  });

  test('an empty page', () => {
    expect(metadata('')).toEqual({ title: '', words: 1, chars: 1, tokens: 1, sources: {} });
  });
});

describe('what the address tells', () => {
  const thread = `<p>${'Somebody asks, and somebody else knows the answer. '.repeat(9)}<pre>${'run it\n'.repeat(40)}</pre>`;
  test.each([
    ['forum', 'https://a.example/threads/a-thing.12/'],
    ['forum', 'https://a.example/forum/viewtopic12.html'],
    ['forum', 'https://a.example/viewtopic.php?id=1'],
    ['documentation', 'https://a.example/threads-and-locks'],
    ['documentation', 'https://a.example/topics/db/'],
  ])('%s: %s', (kind, address) => {
    expect(metadata(thread, { url: address }).kind).toBe(kind);
  });

  test('its kind, before what a system says of all pages, and behind what the page says of itself', () => {
    const blog = { url: 'https://a.example/category/ants/' };
    const written = property('og:type', 'article') + meta('author', 'Bert Clay');
    expect(metadata(written, blog)).toMatchObject({
      kind: 'list',
      kind_score: 0.85,
      sources: { kind: 'address' },
    });
    expect(metadata(article({}), blog)).toMatchObject({ kind: 'article', sources: { kind: 'json-ld' } });
  });

  test('the name of a site that has its pages on a host of their own', () => {
    const { title } = metadata('<title>A thing - Example.org</title>', { url: 'https://jobs.example.org/1' });
    expect(title).toBe('A thing');
  });

  test('the name of a site with a word for what sort of site it is, at the end of a title', () => {
    const titleOf = (title: string): string =>
      metadata(`<title>${title}</title>`, { url: 'https://discuss.example.org/1' }).title;
    expect(titleOf('A thing - The Example Community')).toBe('A thing');
    expect(titleOf('A thing | Example Official Site')).toBe('A thing');
    expect(titleOf('Example Online: A thing')).toBe('Example Online: A thing');
    expect(titleOf('A thing | Example of a thing')).toBe('A thing | Example of a thing');
  });
});

describe('a title that ends with who has written the page', () => {
  test('is what stands before', () => {
    expect(metadata(`<title>A thing - Ann Other</title>${meta('author', 'Ann Other')}`).title).toBe(
      'A thing',
    );
  });

  test('unless it is about them', () => {
    const author = meta('author', 'Ann Other');
    expect(metadata(`<title>Ann Other - Our people</title>${author}<h1>Ann Other</h1>`).title).toBe(
      'Ann Other',
    );
    expect(metadata(`<title>Ann Other - Our people</title>${author}`).title).toBe('Ann Other - Our people');
  });
});

describe('one heading among several of the template', () => {
  const isTemplate = (text: string): boolean => /^(?:Overview|Contact)$/.test(text);
  const headings = '<h1>Overview</h1><p>a<h1>Contact</h1><p>b<h1>Description</h1><p>c';
  test('is no title if nobody else says so', () => {
    expect(metadata(`<title>Ants wanted</title>${headings}`, { isTemplate }).title).toBe('Ants wanted');
    expect(metadata(`<title>Description - x</title>${headings}`, { isTemplate }).title).toBe('Description');
    expect(metadata(`<title>DESCRIPTION | x</title>${headings}`, { isTemplate }).title).toBe('Description');
    expect(metadata(headings, { isTemplate }).title).toBe('Description');
  });
});

describe('the name of the site, learned from its titles', () => {
  const titles = ['A · Weekly', 'B · Weekly', 'C · Weekly', 'D · Weekly'];
  test('goes from titles, and is the name of the site', () => {
    const { title, site_name, sources } = metadata('<title>E · Weekly</title>', { titles });
    expect({ title, site_name }).toEqual({ title: 'E', site_name: 'Weekly' });
    expect(sources?.site_name).toBe('titles of the site');
  });

  test('in front too', () => {
    const front = ['Weekly: A', 'Weekly: B', 'Weekly: C'];
    expect(metadata('<title>Weekly: E</title>', { titles: front }).title).toBe('E');
  });

  test('in front of names of code, which have colons too', () => {
    const front = ['Lib: ns::One Class', 'Lib: ns::Two Class', 'Lib: ns::Three Class'];
    expect(metadata('<title>Lib: ns::Four Class</title>', { titles: front }).title).toBe('ns::Four Class');
  });

  test('not before there are some', () => {
    expect(metadata('<title>E · Weekly</title>', { titles: titles.slice(2) }).title).toBe('E · Weekly');
  });

  test('a section is no name', () => {
    const sections = [
      'A · Sport',
      'B · Sport',
      'C · Sport',
      ...Array.from({ length: 9 }, (_, i) => `${i} · p${i}`),
    ];
    expect(metadata('<title>E · Sport</title>', { titles: sections }).title).toBe('E · Sport');
  });

  test('takes no more room for a million titles', () => {
    let parts: TitleParts | undefined;
    for (let i = 0; i < 2_000; i++) parts = addTitle(parts, `Page ${i} | Part ${i % 7} | Name`);
    expect(Object.keys(parts!).length).toBeLessThanOrEqual(8);
    expect(namesOf(parts, 2_000)).toEqual(['>Name']);
  });
});

describe('JSON-LD that hurts', () => {
  test('broken scripts are counted, and the others read', () => {
    const broken = '<script type="application/ld+json">{"a": }</script>'.repeat(2);
    const { broken_json_ld, title } = metadata(broken + article({ headline: 'Fine' }));
    expect({ broken_json_ld, title }).toEqual({ broken_json_ld: 2, title: 'Fine' });
  });

  test('wrapped in comments, or ended like a statement', () => {
    const wrapped = (text: string): string => `<script type="application/ld+json">${text}</script>`;
    for (const text of [
      '<!-- {"@type":"Recipe"} -->',
      '//<![CDATA[\n{"@type":"Recipe"}\n//]]>',
      '{"@type":"Recipe"};',
    ])
      expect(metadata(wrapped(text)).kind).toBe('recipe');
  });

  test('too large is broken', () => {
    const { scriptChars } = structuredDataLimits;
    expect(metadata(article({ headline: 'x'.repeat(scriptChars) })).broken_json_ld).toBe(1);
  });

  test('too deep ends at the limit', () => {
    let value: object = { '@type': 'Person', name: 'deep' };
    for (let i = 0; i < 500; i++) value = { '@type': 'Thing', item: value };
    expect(metadata(jsonLd(value)).broken_json_ld).toBeUndefined();
    expect(metadata(jsonLd([[[[{ '@type': 'Recipe' }]]]])).kind).toBe('recipe');
  });

  test('names of objects are only names', () => {
    const text = '{"@type":"Article","__proto__":{"headline":"no"},"constructor":"x","headline":"yes"}';
    expect(metadata(`<script type="application/ld+json">${text}</script>`).title).toBe('yes');
  });

  test('thousands of items and metas', () => {
    const many = Array.from({ length: 5_000 }, (_, i) => ({ '@type': 'Thing', name: `n${i}` }));
    const metas = Array.from({ length: 5_000 }, (_, i) => meta(`m${i}`, 'x')).join('');
    expect(metadata(jsonLd(many) + metas + micro('Thing', micro('Thing', '').repeat(3_000))).title).toBe(
      'n0',
    );
  });
});

test('an address that stands for itself needs none of the page that could be read', () => {
  const link = '<link rel=canonical href="https://a.example/x">';
  expect(metadata(link, { url: 'no address' }).canonical).toBe('https://a.example/x');
  expect(metadata('<link rel=canonical href="/x">', { url: 'no address' }).canonical).toBeUndefined();
});
