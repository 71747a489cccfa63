import { describe, expect, test } from 'vitest';
import type { Verdict } from '../detect/detector.ts';
import { parseText } from '../page/parse.ts';
import type { PageRecord, RecordOptions } from './record.ts';
import { createRecord, type JudgedPage, recordLine } from './record.ts';
import { renderContent } from './render.ts';

const recordOf = (judged: JudgedPage, options: RecordOptions = {}): PageRecord =>
  createRecord(judged, options, { render: renderContent });

function judgedPage(): JudgedPage {
  const url = 'HTTP://A.example:80/x/../y#z';
  const page = parseText('<title> The\ntitle </title><ul><li>Menu</ul><p>Read <b>this</b>', { url });
  const template = new Uint8Array(page.nodeCount);
  const score = new Float32Array(page.nodeCount);
  const seen = new Uint32Array(page.nodeCount).fill(1);
  template[page.segments[0]!] = 1;
  score[page.segments[0]!] = 1;
  seen[page.segments[0]!] = 41;
  const verdict: Verdict = { template, score, seen, of: 48, version: 17 };
  return { raw: { url, provenance: { file: 'pages.warc', offset: 0 } }, page, verdict, site: 'a.example' };
}

describe('recordOf', () => {
  test('lists links, those of the template marked', () => {
    const judged = judgedPage();
    const page = parseText('<ul><li><a href=/m>Menu</a></ul><p>Read <a href=b>this</a>', {
      url: 'http://a.example/',
    });
    const template = new Uint8Array(page.nodeCount);
    template[page.segments[0]!] = 1;
    const verdict = { ...judged.verdict, template, score: new Float32Array(page.nodeCount) };
    expect(recordOf({ ...judged, page, verdict }, { links: true }).links).toEqual([
      { url: 'http://a.example/m', template: true },
      { url: 'http://a.example/b', template: false },
    ]);
  });

  test('the record of DESIGN.md, fields in order', () => {
    expect(recordLine(recordOf(judgedPage(), { blocks: true, templateText: true }))).toBe(
      '{"id":"http://a.example/y","url":"HTTP://A.example:80/x/../y#z","site":"a.example","text":"Read this",' +
        '"metadata":{"title":"The title","file":"pages.warc","offset":0},"template":{"ratio":0.3333,"version":17},' +
        '"blocks":[{"path":"/html/body/ul/li","template":true,"score":1,"seen":41,"of":48,"chars":4},' +
        '{"path":"/html/body/p","template":false,"score":0,"seen":1,"of":48,"chars":8}],"template_text":"- Menu"}\n',
    );
  });

  test('blocks and template text only if asked for', () => {
    const record = recordOf(judgedPage());
    expect(Object.keys(record)).toEqual(['id', 'url', 'site', 'text', 'metadata', 'template']);
  });

  test('a page that the empty guard has saved is flagged, behind its template', () => {
    const record = recordOf({ ...judgedPage(), guarded: true }, { blocks: true });
    const keys = ['id', 'url', 'site', 'text', 'metadata', 'template', 'empty_guard', 'blocks'];
    expect(Object.keys(record)).toEqual(keys);
    expect(record.empty_guard).toBe(true);
    expect(recordOf({ ...judgedPage(), guarded: false })).toEqual(recordOf(judgedPage()));
  });

  test('a whole page has all its text, and tells the same of the verdict', () => {
    const withTemplate = { ...judgedPage(), withTemplate: true };
    const options = { blocks: true, templateText: true };
    expect(recordOf(withTemplate, options)).toEqual({
      ...recordOf(judgedPage(), options),
      text: '- Menu\n\nRead this',
    });
    expect(recordOf(withTemplate, { format: 'markdown' }).text).toBe('- Menu\n\nRead **this**');
    expect(recordOf(withTemplate, { format: 'html' }).html).toContain('<ul><li>Menu</li></ul><p>Read');
    const marked = { format: 'marked-html' } as const;
    expect(recordOf(withTemplate, marked)).toEqual(recordOf(judgedPage(), marked));
    expect(recordOf({ ...judgedPage(), withTemplate: false })).toEqual(recordOf(judgedPage()));
  });

  test('each format in its field', () => {
    expect(recordOf(judgedPage(), { format: 'markdown' }).text).toBe('Read **this**');
    const html = recordOf(judgedPage(), { format: 'html' });
    expect(html.text).toBeUndefined();
    expect(html.html).toContain('<body><p>Read <b>this</b></p></body>');
    expect(recordOf(judgedPage(), { format: 'marked-html' }).html).toContain('<ul data-dehusk="template"');
  });
});
