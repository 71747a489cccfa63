/** The README says what is so: its commands, its record, its figures. `package.test.ts` runs its code. */
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

  it('names flags that exist', () => {
    const known = readFileSync('docs/COMMANDS.md', 'utf8');
    const named = new Set(readme.replace(/dehusk-lab [^`]*/g, '').match(/(?<![\w-])--[a-z][a-z-]+/g));
    expect(named.size).toBeGreaterThan(30);
    expect([...named].filter((flag) => !known.includes(`${flag}\``) && !known.includes(`${flag} `))).toEqual(
      [],
    );
  });

  it('shows a record with the fields that records have', async () => {
    const html = `<html lang="en"><title>A title</title><meta name="description" content="What it is about.">
      <meta property="article:published_time" content="2024-03-05"><p>What page 1 has to say.</p>`;
    writeFileSync(join(folder, 'one.jsonl'), JSON.stringify({ url: 'https://a.example/1', html }));
    const { stdout } = spawnSync(join(bin, 'dehusk'), ['clean', 'one.jsonl'], {
      cwd: folder,
      encoding: 'utf8',
    });
    const keysIn = (json: string): string[] => [...json.matchAll(/"(\w+)":/g)].map(([, key]) => key!);
    const shown = keysIn(blocks('json')[0]!);
    expect(shown.length).toBeGreaterThan(10);
    expect(shown.filter((key) => !keysIn(stdout).includes(key))).toEqual([]);
  });

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

  const adaptive = readFileSync('docs/methods/adaptive.md', 'utf8');

  it('are those of the results, and of the cross-validation', () => {
    expect(rows.length).toBe(Object.keys(methods).length + 2);
    const short = (figure: string): string => figure.replace(/^0/, '');
    for (const [, name, read, lenient, strict] of rows) {
      const figures = [read!, lenient!, strict!];
      if (name!.includes('not fitted on')) {
        const way = name!.includes('two passes') ? 'two passes' : 'stream, every page from the first';
        expect(adaptive, name).toContain(`\n| ${way} | ${figures.map(short).join(' | ')} |`);
      } else {
        const row = results.split('\n').find((line) => line.startsWith(`| ${methods[name!]} |`))!;
        expect(
          row.split(' | ').filter((_, i) => [1, 3, 5].includes(i)),
          name,
        ).toEqual(figures);
      }
    }
  });

  const single = results.slice(results.indexOf('## Single pages'));
  const speed = readFileSync('docs/SPEED.md', 'utf8');
  const found = (text: string, pattern: RegExp): readonly string[] => {
    const [, ...groups] = text.match(pattern) ?? expect.unreachable(`${pattern} is not there`);
    return groups as string[];
  };
  const singleF1 = (reader: string): string =>
    found(single, new RegExp(`^\\| ${reader} \\| (0\\.\\d{3})`, 'm'))[0]!;
  const costOf = (way: string): string =>
    speed
      .split('\n')
      .find((line) => line.startsWith(`| ${way} |`))!
      .split(/ \|(?: |$)/)[1]!;
  const fitted = found(results, /^\| adaptive \| (0\.\d{3}) \|[^|]+\| (0\.\d{3}) \|[^|]+\| (0\.\d{3}) \|/m);
  const lost = found(adaptive, /none comes out cut, (\S+ %) \(stream\) and (\S+ %) \(two passes\) are lost/);
  const [pages, read] = found(results, /^\| all \| 50 \| (\d+) \| (\d+) \|/m);
  const otherDays = found(speed, /on other days a stream of 200 MB had (\S+ to \S+)\./)[0]!;

  /** What the README says in figures, made of what the other documents say. */
  const claims = [
    `On ${found(single, /^Each of (\d+) pages/m)[0]} single pages of the benchmark WCXB it scores 0${found(adaptive, /cross-validated: word F1 (\.\d{3})/)[0]}`,
    `Readability ${singleF1('readability')} and Defuddle ${singleF1('defuddle')}`,
    `50 real sites in many languages (${Number(pages).toLocaleString('en')} pages)`,
    `somebody read ${read} of the pages`,
    `reaches ${fitted[0]} and ${fitted[1]} / ${fitted[2]} in a stream`,
    `no line came out with a part missing; ${lost[0]} are lost in a stream and ${lost[1]} in two passes`,
    `a stream costs ${costOf('`clean --stream`')} times as much, two passes ${costOf('`clean`, two passes')} times, with \`--state\` ${costOf('`clean --stream --state FILE`')} times`,
    `on other days a stream cost ${otherDays} times as much`,
    `takes ${costOf('core, bytes → Page')} of htmlparser2`,
    `the whole program takes ${found(speed, /the whole program: (\d+ MB) at most/)[0]} at most for a million sites`,
    `what was learned of a site takes ${found(speed, /takes (\d+ KB) in memory, the median of the 50 sites/)[0]}, the median of the 50 sites`,
    `(default: ${found(readFileSync('docs/COMMANDS.md', 'utf8'), /`--memory <size>`.*?\(default: (\d+)MB/)[0]} MB)`,
    // `bundle.test.ts` holds it.
    found(readme, /(\(at most \d+ KiB minified\))/)[0]!,
  ];

  it.each(claims)('%s', (claim) => expect(readme).toContain(claim));

  it('are all checked here', () => {
    let rest = readme;
    for (const checked of [...claims, ...rows.map(([row]) => row)]) rest = rest.replace(checked, '');
    const prose = rest.replace(/^```.*?^```/gms, '').replace(/`[^`\n]+`/g, '');
    expect(prose.match(/\b0\.\d+|\b[\d.,]+ (?:times|%|[KMG]B\b)/g)).toBeNull();
  });
});
