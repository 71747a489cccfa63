/** The examples of the README do what it says. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { clean } from 'dehusk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tideMill } from '../packages/lab/src/demo/sites/tide-mill.ts';

const readme = readFileSync('README.md', 'utf8');
const blocks = (language: string): string[] =>
  [...readme.matchAll(/```(\w+)\n(.*?)```/gs)]
    .filter(([, found]) => found === language)
    .map(([, , code]) => code!);
const commands = blocks('sh')
  .flatMap((block) => block.split('\n'))
  .filter((line) => line.startsWith('dehusk '));

const folder = mkdtempSync(join(tmpdir(), 'dehusk-readme-'));
const bin = join(folder, 'bin');

beforeAll(() => {
  const page = (i: number): string =>
    `<nav>Home News About</nav><h1>Page ${i}</h1><p>What page ${i} has to say.</p>${menu}`;
  // Pages 0 to 4 link to one another, in files and on the web.
  const menu = [0, 1, 2, 3, 4].map((i) => `<a href="${i}.html">${i}</a> <a href="/${i}">${i}</a>`).join(' ');
  for (const below of ['pages', 'crawl', 'bin']) mkdirSync(join(folder, below));
  const lines = Array.from({ length: 12 }, (_, i) => {
    writeFileSync(join(folder, 'pages', `${i}.html`), page(i));
    if (i === 1) writeFileSync(join(folder, 'pages', 'index.html'), page(100));
    return `${JSON.stringify({ url: `https://a.example/${i}`, html: page(i) })}\n`;
  });
  writeFileSync(join(folder, 'crawl.jsonl'), lines.join(''));
  writeFileSync(join(folder, 'crawl', 'one.jsonl'), lines.join(''));
  writeFileSync(join(folder, 'old.html'), page(1));
  writeFileSync(join(folder, 'new.html'), page(2));
  writeFileSync(
    join(bin, 'dehusk'),
    `#!/bin/sh\nexec node ${resolve('packages/dehusk/dist/cli.js')} "$@"\n`,
    {
      mode: 0o755,
    },
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the README', () => {
  it('shows commands that run', () => {
    expect(commands.length).toBeGreaterThan(5);
    for (const command of commands) {
      const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` };
      const { status, stderr } = spawnSync('sh', ['-c', command], { cwd: folder, env, encoding: 'utf8' });
      // diff says with 1 that the pages differ.
      expect(status, `${command}\n${stderr}`).toBe(command.startsWith('dehusk diff') ? 1 : 0);
    }
    const records = readFileSync(join(folder, 'clean.jsonl'), 'utf8').trimEnd().split('\n');
    expect(records).toHaveLength(13);
    const { text } = JSON.parse(records[0]!) as { text: string };
    expect(text).toContain('Page 0');
    expect(text).not.toContain('Home News About');
  }, 240_000);

  it('shows what becomes of a page of the demo, faults too', async () => {
    const rows = [...readme.matchAll(/^( *kept|taken away) │ (.+?)(?: …)?$/gm)];
    const pages = tideMill.pages.map(({ path, html }) => ({ url: `https://${tideMill.host}${path}`, html }));
    const plain = (text: string): string => text.replace(/\s+/g, ' ');
    for await (const page of clean(pages, { twoPass: true, record: { templateText: true } })) {
      if (page.error || !page.text.startsWith('Owls in the sack loft')) continue;
      const { text, template_text } = page.record();
      for (const [, fate, line] of rows)
        expect(plain((fate!.endsWith('kept') ? text : template_text)!), line).toContain(plain(line!));
      // Not a line of the content is missing from the picture.
      const kept = rows.filter(([, fate]) => fate!.endsWith('kept'));
      expect(kept).toHaveLength(text!.split('\n').filter((line) => line !== '').length);
      return;
    }
    expect.unreachable('the page is not in the demo');
  });

  it('links to files that are there', () => {
    for (const [, target] of readme.matchAll(/\]\(([^)]+)\)/g))
      expect(readFileSync(target!, 'utf8').length).toBeGreaterThan(100);
  });
});

describe('the figures of the README', () => {
  const results = readFileSync('docs/RESULTS.md', 'utf8');
  const rows = [...readme.matchAll(/^\| (.+?) \| (0\.\d{3}) \| (0\.\d{3}) \/ (0\.\d{3}) \|$/gm)];
  const methods: Readonly<Record<string, string>> = {
    'everything kept': 'none',
    '`incremental`, `--stream`': 'incremental',
    '`index-time`': 'index-time',
    '`shingle`, the whole site at once': 'shingle',
    'the line filter many teams write by hand': 'line-filter',
    Readability: 'readability',
    Defuddle: 'defuddle',
  };

  it('are those of the results, and of the cross-validation', () => {
    expect(rows.length).toBe(Object.keys(methods).length + 2);
    const adaptive = readFileSync('docs/methods/adaptive.md', 'utf8');
    const short = (figure: string): string => figure.replace(/^0/, '');
    for (const [, name, read, lenient, strict] of rows) {
      const figures = [read!, lenient!, strict!];
      if (name!.includes('not fitted on'))
        expect(adaptive, name).toContain(`| ${figures.map(short).join(' | ')} |`);
      else {
        const row = results.split('\n').find((line) => line.startsWith(`| ${methods[name!]} |`))!;
        expect(
          row.split(' | ').filter((_, i) => [1, 3, 5].includes(i)),
          name,
        ).toEqual(figures);
      }
    }
  });

  it('on single pages and on sites that were fitted on are there too', () => {
    const single = results.slice(results.indexOf('## Single pages'));
    const f1 = (method: string): string =>
      single.match(new RegExp(`^\\| ${method} \\| (0\\.\\d{3})`, 'm'))![1]!;
    expect(readme).toContain(
      `word F1 ${f1('adaptive')} on 620 single pages of WCXB, where Readability has ${f1('readability')} and Defuddle ${f1('defuddle')}`,
    );
    const fitted = results.match(/^\| adaptive \| (0\.\d{3}) \|[^|]+\| (0\.\d{3}) \|[^|]+\| (0\.\d{3}) \|/m)!;
    expect(readme).toContain(`${fitted[1]} and ${fitted[2]} / ${fitted[3]} in a stream`);
    expect(readme).toContain(
      `(${results.match(/^\| all \| 50 \| (\d+) \| (\d+) \|/m)![1]!.replace('5635', '5,635')} pages)`,
    );
  });

  it('on speed are those of docs/SPEED.md', () => {
    const speed = readFileSync('docs/SPEED.md', 'utf8');
    const said = readme.match(
      /a stream costs (\S+) times as much, two passes (\S+) times, with `--state` (\S+) times/,
    )!;
    const ratioOf = (way: string): string =>
      speed
        .split('\n')
        .find((line) => line.startsWith(`| ${way} |`))!
        .split(' | ')[1]!;
    expect(said.slice(1)).toEqual([
      ratioOf('`clean --stream`'),
      ratioOf('`clean`, two passes'),
      ratioOf('`clean --stream --state FILE`'),
    ]);
    expect(readme).toContain(`takes ${ratioOf('core, bytes → Page').replace(' |', '')} of htmlparser2`);
  });
});
