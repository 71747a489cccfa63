import { describe, expect, it } from 'vitest';
import type { Reason } from '../../packages/dehusk/src/detect/detector.ts';
import { createSite } from '../../packages/lab/src/synthetic/synthetic-site.ts';
import { pageRecord } from '../contracts/input-fixtures.ts';
import { createWorkplace, fieldOf } from './run-dehusk.ts';

const work = createWorkplace();
work.write(
  'pages/a.html',
  '<title>Ants</title><nav><a href="/">Home</a></nav><main><h1>Ants</h1><p>They are <b>small</b>.</p></main>',
);
work.write('crawl.jsonl', '{"url":"https://www.a.example/x#top","html":"<p>Zwölf 中文"}\n');
work.write('crawl.warc', pageRecord('ants'));
const generated = createSite({ seed: 9, pages: 8 });
work.write(
  'site.jsonl',
  Array.from({ length: 8 }, (_, i) => {
    const { url, html } = generated.page(i);
    return `${JSON.stringify({ url, html })}\n`;
  }).join(''),
);

async function stdoutOf(...args: readonly string[]): Promise<string> {
  return (await work.run(['clean', ...args])).stdout;
}

describe.concurrent('the records of clean, to the byte', () => {
  it('a page file', async () => {
    expect(await stdoutOf('pages')).toBe(
      '{"id":"a.html","site":"pages","text":"Ants\\n\\nThey are small.",' +
        '"metadata":{"title":"Ants","chars":21,"words":4,"tokens":5,"file":"pages/a.html"},"template":{"ratio":0.1818,"version":0}}\n',
    );
  });

  it('a JSON line', async () => {
    expect(await stdoutOf('crawl.jsonl')).toBe(
      '{"id":"https://www.a.example/x","url":"https://www.a.example/x#top","site":"a.example","text":"Zwölf 中文",' +
        '"metadata":{"title":"","chars":8,"words":3,"tokens":3,"file":"crawl.jsonl","offset":0,"line":1},"template":{"ratio":0,"version":0}}\n',
    );
  });

  it('a WARC record', async () => {
    expect(await stdoutOf('crawl.warc')).toBe(
      '{"id":"https://site.example/ants","url":"https://site.example/ants","site":"site.example",' +
        '"text":"Home\\n\\nAbout ants.","metadata":{"title":"ants","chars":17,"words":3,"tokens":4,"status":200,"file":"crawl.warc","offset":0,' +
        '"date":"2026-02-03T04:05:06Z"},"template":{"ratio":0,"version":0}}\n',
    );
  });

  it('a page in pieces', async () => {
    const chunks = await stdoutOf('pages', '--chunks', '3', '--format', 'markdown', '--method', 'none');
    const [first, second, ...rest] = chunks.trimEnd().split('\n');
    expect(first).toBe(
      '{"id":"a.html#chunk-0","site":"pages","text":"[Home](/)\\n\\n",' +
        '"metadata":{"title":"Ants","chars":38,"words":5,"tokens":16,"file":"pages/a.html"},"template":{"ratio":0,"version":0},' +
        '"chunk":{"page":"a.html","index":0,"count":3,"headings":[],"start":0,"end":11,"tokens":6}}',
    );
    expect(JSON.parse(second!)).toMatchObject({ text: '# Ants\n\n', chunk: { headings: ['Ants'] } });
    expect(rest).toHaveLength(1);
    const run = await work.run(['clean', 'pages', '--chunks', '9', '--chunk-overlap', '9']);
    expect(run.stderr).toContain('--chunk-overlap takes fewer tokens than --chunks');
  });

  it('with blocks and the text judged template: none', async () => {
    const record = JSON.parse(
      await stdoutOf('pages', '--blocks', '--template-text', '--method', 'none'),
    ) as Record<string, unknown>;
    expect(record.template_text).toBe('');
    expect(record.blocks).toEqual([
      { path: '/html/body/nav/a', template: false, score: 0, seen: 0, of: 0, chars: 4 },
      { path: '/html/body/main', template: false, score: 0, seen: 0, of: 0, chars: 18 },
    ]);
  });

  it('with reasons: --explain', async () => {
    const record = JSON.parse(await stdoutOf('pages', '--explain')) as {
      readonly blocks: readonly { readonly template: boolean; readonly why: readonly Reason[] }[];
    };
    for (const { template, why } of record.blocks) {
      expect(why.length).toBeGreaterThan(2);
      const sum = why.reduce(
        (total, { weight, for: side }) => total + (side === 'template' ? weight : -weight),
        0,
      );
      expect(sum > 0).toBe(template);
    }
    expect(await stdoutOf('pages', '--explain', '--jobs', '2')).toBe(await stdoutOf('pages', '--explain'));
    const ruled = JSON.parse(await stdoutOf('pages', '--explain', '--keep', 'nav')) as typeof record;
    expect(ruled.blocks[0]).toMatchObject({
      template: false,
      why: [{ fact: 'a rule of the user', for: 'content' }],
    });
  });

  it.each([
    [['--explain', '--method', 'incremental'], '--explain needs a method that can: --method adaptive'],
    [['--favour', 'recall', '--method', 'none'], '--favour needs a method that can: --method adaptive'],
    [['--explain', '-o', 'out/'], '--explain needs JSON Lines or Parquet output'],
  ])('%j is wrong usage', async (flags, line) => {
    const { exitCode, stderr } = await work.run(['clean', 'pages', ...flags]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: `dehusk: ${line}\n` });
  });

  it('with what is favoured: recall keeps no less, precision no more', async () => {
    const lengths: number[] = [];
    for (const favour of [['--favour', 'recall'], [], ['--favour', 'precision']]) {
      const texts = fieldOf('text', await stdoutOf('site.jsonl', '--stream', ...favour)) as string[];
      lengths.push(texts.join('').length);
    }
    expect(lengths[0]).toBeGreaterThan(lengths[1]!);
    expect(lengths[1]).toBeGreaterThan(lengths[2]!);
    const { exitCode } = await work.run([
      'index',
      'site.jsonl',
      '-o',
      'site.index',
      '--favour',
      'precision',
      '-q',
    ]);
    expect(exitCode).toBe(0);
  });

  it.each([
    ['markdown', 'text', '[Home](/)\n\n# Ants\n\nThey are **small**.'],
    ['html', 'html', '<h1>Ants</h1><p>They are <b>small</b>.</p>'],
    ['marked-html', 'html', '<h1>Ants</h1><p>They are <b>small</b>.</p>'],
  ])('as %s', async (format, field, part) => {
    const stdout = await stdoutOf('pages', '--format', format, '--method', 'none');
    const record = JSON.parse(stdout) as Record<string, unknown>;
    expect(Object.keys(record)).toEqual(['id', 'site', field, 'metadata', 'template']);
    expect(record[field]).toContain(part);
  });
});
