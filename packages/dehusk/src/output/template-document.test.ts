import { describe, expect, it } from 'vitest';
import type { TemplateSegment } from '../detect/detector.ts';
import { recordLine } from './record.ts';
import { type SiteTemplate, templateRecord } from './template-document.ts';

function template(texts: readonly string[]): SiteTemplate {
  const segments: TemplateSegment[] = texts.map((text) => ({ text, path: [], seen: 41 }));
  return { site: 'a.example', segments, version: 17 };
}

describe('templateRecord', () => {
  it('has the texts in their order, each once, one per line', () => {
    expect(recordLine(templateRecord(template(['Menu', 'About\u00a0us', 'Menu', ' two\nlines ', ''])))).toBe(
      '{"id":"a.example#template","site":"a.example","text":"Menu\\nAbout us\\ntwo lines",' +
        '"metadata":{"title":"Template of a.example"},"template":{"ratio":1,"version":17}}\n',
    );
  });

  it('is a list in Markdown, where no text means markup', () => {
    const { text, html } = templateRecord(template(['Menu', '# 1', '*x*']), { format: 'markdown' });
    expect(text).toBe('- Menu\n- \\# 1\n- \\*x\\*');
    expect(html).toBeUndefined();
  });

  it.each(['html', 'marked-html'] as const)('is a safe list in %s', (format) => {
    const bad = { ...template(['A & B', '</ul><script>alert(1)</script>']), site: '</title><script>' };
    const { text, html } = templateRecord(bad, { format });
    expect(text).toBeUndefined();
    expect(html).toMatch(
      /^<!DOCTYPE html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security/,
    );
    expect(html).toContain('<title>Template of &lt;/title&gt;&lt;script&gt;</title>');
    expect(html).toContain(
      '<body><ul><li>A &amp; B</li><li>&lt;/ul&gt;&lt;script&gt;alert(1)&lt;/script&gt;</li></ul></body>',
    );
  });

  it('of a site without a template is empty', () => {
    expect(templateRecord(template([])).text).toBe('');
    expect(templateRecord(template([]), { format: 'markdown' }).text).toBe('');
    expect(templateRecord(template([]), { format: 'html' }).html).toContain('<body></body>');
  });

  it('may be larger than a page may be', () => {
    const texts = Array.from({ length: 130_000 }, (_, index) => String(index));
    const { html } = templateRecord(template(texts), { format: 'html' });
    expect(html).toContain('<li>129999</li></ul>');
  });
});
