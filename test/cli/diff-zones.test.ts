import { describe, expect, it } from 'vitest';
import { antHtml, antLines, range, writeAnts } from './ant-site.ts';
import { createWorkplace, fieldOf } from './run-dehusk.ts';

const work = createWorkplace();

/** A version of ant 3 with another entry in its menu, and another sentence in its text. */
const changed = antHtml(3)
  .replace('<li><a href=/news>', '<li><a href=/shop>Shop</a><li><a href=/news>')
  .replace('All about ant 03.', 'All about ant 03 and its hill.');
work.write('old.html', antHtml(3));
work.write('new.html', changed);
work.write('crawl.jsonl', antLines('ants.example', range(1, 9)));
work.write('two.jsonl', antLines('ants.example', range(1, 9)) + antLines('bees.example', range(1, 3)));
work.write(
  'versions.jsonl',
  `${antLines('ants.example', [3])}${JSON.stringify({ url: 'https://ants.example/03', html: changed })}\n`,
);
writeAnts(work, 'site', range(1, 9));
await Promise.all([
  work.run(['clean', 'crawl.jsonl', '--state', 'one.state', '-o', 'one.jsonl']),
  work.run(['clean', 'two.jsonl', '--state', 'two.state', '-o', 'out.jsonl']),
]);
// A state is used by one run at a time, and these tests run at once.
for (const copy of ['named.state', 'misspelt.state']) work.write(copy, work.readBytes('two.state'));
work.write('untouched.state', work.readBytes('one.state'));

const json = ['--format', 'json', '-q'];
const both = ['template', 'content', 'content'];

describe.concurrent('changes of the template', () => {
  it.each([
    ['the state of the page’s site', ['versions.jsonl', '--state', 'two.state']],
    ['the site that is named', ['old.html', 'new.html', '--state', 'named.state', '--site', 'ants.example']],
    ['the only site of a state', ['old.html', 'new.html', '--state', 'one.state']],
    ['some pages', ['old.html', 'new.html', '--siblings', 'site/01.html', 'site/02.html', 'site/05.html']],
    ['one page', ['old.html', 'new.html', '--siblings', 'site/01.html']],
    ['pages of the same site', ['versions.jsonl', '--siblings', 'two.jsonl']],
  ])('are told by %s', async (_, args) => {
    const { exitCode, stdout, stderr } = await work.run(['diff', ...args, ...json]);
    expect({ exitCode, zones: fieldOf('zone', stdout), stderr }).toEqual({
      exitCode: 1,
      zones: both,
      stderr: '',
    });
  });

  it('are told in the other forms too', async () => {
    const known = ['--siblings', 'site', '-q'];
    const { stdout } = await work.run(['diff', 'old.html', 'new.html', ...known]);
    expect(stdout.split('\n').filter((line) => line.startsWith('@@'))).toEqual([
      '@@ #menu @@ [template, content]',
    ]);
    const page = await work.run(['diff', 'old.html', 'new.html', ...known, '--format', 'html']);
    expect(page.stdout).toContain('<b class="zone">template</b>');
  });

  it.each([
    ['template', 'Shop', '1 added'],
    ['content', 'All about ant 03.', '1 changed'],
  ])('can be left out: --only %s', async (zone, words, counts) => {
    const run = await work.run([
      'diff',
      'old.html',
      'new.html',
      '--siblings',
      'site',
      '--only',
      zone,
      '--format',
      'json',
    ]);
    expect(fieldOf('text', run.stdout)[0]).toBe(words);
    expect(run.stderr).toMatch(new RegExp(`^dehusk: ${counts}; .* of the other zone\\)\n$`));
    const other =
      zone === 'template'
        ? antHtml(3).replace('All about', 'Not all about')
        : changed.replace(' and its hill', '');
    work.write(`other-${zone}.html`, other);
    const same = await work.run([
      'diff',
      'old.html',
      `other-${zone}.html`,
      '--siblings',
      'site',
      '--only',
      zone,
    ]);
    expect({ exitCode: same.exitCode, stdout: same.stdout }).toEqual({ exitCode: 0, stdout: '' });
  });

  it('are not known without anything to tell them by', async () => {
    const { stdout } = await work.run(['diff', 'old.html', 'new.html', ...json]);
    expect(fieldOf('zone', stdout)).toEqual([undefined, undefined, undefined]);
  });

  it.each([
    [
      ['--state', 'misspelt.state', '--site', 'ant.example'],
      "the state knows no site 'ant.example' (did you mean ants.example?)",
    ],
    [['--state', 'crawl.jsonl'], expect.stringMatching(/^crawl\.jsonl is not a state file of dehusk: /)],
  ])('cannot be told by %j', async (args, message) => {
    const { exitCode, stderr } = await work.run(['diff', 'old.html', 'new.html', ...args]);
    expect({ exitCode, message: stderr.replace(/^dehusk: /, '').trimEnd() }).toEqual({
      exitCode: 2,
      message,
    });
  });

  it('learn nothing: the state stays as it was', async () => {
    const before = work.readBytes('untouched.state');
    await work.run(['diff', 'versions.jsonl', '--state', 'untouched.state']);
    expect(work.readBytes('untouched.state').equals(before)).toBe(true);
  });

  it('name siblings that fail, and go on', async () => {
    const { exitCode, stderr } = await work.run([
      'diff',
      'old.html',
      'new.html',
      '--siblings',
      'site',
      'missing',
    ]);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^dehusk: no such file or folder: missing \[INPUT_NOT_FOUND\]\ndehusk: 1 added, /);
  });
});
