import { describe, expect, it } from 'vitest';
import { createWorkplace, fieldOf } from './run-dehusk.ts';

const work = createWorkplace();

const page = (entries: readonly string[], visits: number, ...paragraphs: readonly string[]): string =>
  `<title>Bees</title><ul id=menu>${entries.map((name) => `<li><a href=/${name}>${name}</a>`).join('')}</ul>` +
  `<h1>Bees</h1>${paragraphs.map((text) => `<p>${text}</p>`).join('')}<div class=count>${visits} visits</div>`;
const first = 'Bees live in hives.';
const second = 'They sleep in winter.';

work.write('old.html', page(['Home', 'News'], 12, first, second));
work.write('new.html', page(['Home', 'Blog', 'News'], 13, first, 'They dance in winter.'));
work.write('same.html', `${page(['Home', 'News'], 12, first, second)}<script>1</script>`);
work.write('counter.html', page(['Home', 'News'], 1200, first, second));
work.write('steer.html', page(['Home', 'News'], 12, first, 'They \u001b[31msleep\u202e.'));

const summary = 'dehusk: 1 added, 2 changed; 18 nodes the same\n';
const text = `--- old.html
+++ new.html
@@ #menu @@
  Bees
  Home
+ Blog
  News
  Bees
  Bees live in hives.
- They sleep in winter.
+ They dance in winter.
- 12 visits
+ 13 visits
`;

describe.concurrent('diff', () => {
  it('shows what changed, and exits with 1', async () => {
    expect(await work.run(['diff', 'old.html', 'new.html'])).toEqual({
      exitCode: 1,
      stdout: text,
      stderr: summary,
    });
  });

  it('exits with 0 where nothing changed that a reader sees', async () => {
    expect(await work.run(['diff', 'old.html', 'same.html'])).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: 'dehusk: no change; 20 nodes the same; 1 not reported (1 invisible)\n',
    });
    const { exitCode, stdout } = await work.run(['diff', 'old.html', 'same.html', '--all', '--quiet']);
    expect({ exitCode, stdout }).toEqual({
      exitCode: 1,
      stdout:
        '--- old.html\n+++ same.html\n@@ body @@ Bees\n  They sleep in winter.\n  12 visits\n+ [script]\n',
    });
  });

  it('reads one version from standard input', async () => {
    const { exitCode, stdout } = await work.run(['diff', '-', 'new.html'], { stdin: work.read('old.html') });
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: text.replace('old.html', '-') });
  });

  it('shows as much around as is asked for', async () => {
    const { stdout } = await work.run([
      'diff',
      'old.html',
      'new.html',
      '--context',
      '0',
      '--min-chars',
      '15',
    ]);
    expect(stdout).toBe(
      '--- old.html\n+++ new.html\n@@ body > p:nth-of-type(2) @@ Bees\n- They sleep in winter.\n+ They dance in winter.\n',
    );
  });

  it.each([
    ['--ignore-numbers', 'dehusk: no change; 20 nodes the same; 1 not reported (1 in numbers)\n'],
    ['--min-chars=12', 'dehusk: no change; 19 nodes the same; 2 not reported (2 short)\n'],
    ['--ignore=.count', 'dehusk: no change; 18 nodes the same; 2 subtrees ignored\n'],
  ])('leaves noise out: %s', async (flag, stderr) => {
    expect(await work.run(['diff', 'old.html', 'counter.html', flag])).toEqual({
      exitCode: 0,
      stdout: '',
      stderr,
    });
  });

  it('writes one JSON object per change', async () => {
    const { exitCode, stdout } = await work.run(['diff', 'old.html', 'new.html', '--format', 'json']);
    expect(exitCode).toBe(1);
    expect(fieldOf('kind', stdout)).toEqual(['added', 'removed', 'added', 'removed', 'added']);
    const [menu, removed, added] = stdout.split('\n');
    expect(JSON.parse(menu!)).toEqual({
      change: 0,
      kind: 'added',
      path: '#menu > li:nth-of-type(2)',
      tag: 'li',
      text: 'Blog',
      chars: 4,
      new_node: 9,
    });
    expect(JSON.parse(removed!)).toMatchObject({ change: 1, text: second, replaced_by: 2, tag: '#text' });
    expect(JSON.parse(added!)).toMatchObject({ change: 2, replaces: 1, path: 'body > p:nth-of-type(2)' });
  });

  it('says in one line that versions differ, and nothing where they do not', async () => {
    expect(await work.run(['diff', 'old.html', 'new.html', '--brief', '-q'])).toEqual({
      exitCode: 1,
      stdout: 'old.html and new.html differ\n',
      stderr: '',
    });
    expect((await work.run(['diff', 'old.html', 'same.html', '--brief'])).stdout).toBe('');
  });

  it('sums up for programs', async () => {
    const { stderr } = await work.run(['diff', 'old.html', 'new.html', '--log-format', 'json']);
    expect(JSON.parse(stderr)).toMatchObject({
      event: 'summary',
      added: 1,
      removed: 0,
      changed: 2,
      moved: 0,
      attributes: 0,
      keptCount: 18,
      muted: { invisible: 0, formatting: 0, numbers: 0, short: 0, otherZone: 0 },
    });
  });
});

describe.concurrent('the output of diff', () => {
  it.each([
    ['changes.html', /^<!DOCTYPE html>/],
    ['changes.jsonl', /^\{"change":0,/],
    ['changes.txt', /^--- old\.html\n/],
  ])('is what the name %s tells', async (file, beginning) => {
    const { exitCode, stdout } = await work.run(['diff', 'old.html', 'new.html', '-o', file]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(work.read(file)).toMatch(beginning);
    expect(work.list()).not.toContain(`${file}.partial`);
  });

  it('is a page also where nothing changed', async () => {
    const { exitCode, stdout } = await work.run(['diff', 'old.html', 'old.html', '--format', 'html']);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('Changes (0)');
  });

  it('is the same each time', async () => {
    const runs = await Promise.all(
      ['merged', 'side-by-side'].flatMap((view) =>
        [1, 2].map(() => work.run(['diff', 'old.html', 'new.html', '--format', 'html', '--view', view])),
      ),
    );
    expect(runs[0]!.stdout).toBe(runs[1]!.stdout);
    expect(runs[2]!.stdout).toBe(runs[3]!.stdout);
    expect(runs[0]!.stdout).not.toBe(runs[2]!.stdout);
  });

  it('is coloured where that is asked for, and not by the page', async () => {
    const coloured = await work.run(['diff', 'old.html', 'new.html'], { env: { FORCE_COLOR: '1' } });
    expect(coloured.stdout).toContain('\u001b[32m+ They \u001b[7mdance\u001b[27m in winter.\u001b[39m\n');
    const plain = await work.run(['diff', 'old.html', 'new.html', '--no-color'], {
      env: { FORCE_COLOR: '1' },
    });
    expect(plain.stdout).toBe(text);
    const { stdout } = await work.run(['diff', 'old.html', 'steer.html']);
    expect(stdout).toContain('+ They \\x1b[31msleep\\u202e.\n');
  });
});

describe.concurrent('trouble with diff is always 2', () => {
  it.each([
    [['old.html', 'missing.html'], 'no such file or folder: missing.html [INPUT_NOT_FOUND]'],
    [
      ['old.html', 'new.html', '--max-page-nodes', '9'],
      'old.html: page has more than 9 nodes (--max-page-nodes) [PAGE_TOO_MANY_NODES]',
    ],
    [['old.html', 'new.html', '--max-steps', '1'], 'mapping the two pages takes more than 1 steps'],
    [['old.html', 'new.html', '-o', 'missing/x'], 'cannot write missing/x: its folder does not exist'],
    [
      ['old.html', 'new.html', '-o', 'old.html'],
      'the input old.html lies in the output old.html: write elsewhere',
    ],
    [['old.html'], 'old.html holds one capture only of old.html: name the other version too'],
    [
      ['old.html', 'new.html', '--old', 'May'],
      "--old takes a time such as 2024, 2024-05-01 or 20240501123000, not 'May'",
    ],
    [['old.html', 'new.html', '--unknown'], "unknown option '--unknown' (see dehusk --help)"],
  ])('%j', async (args, message) => {
    const { exitCode, stdout, stderr } = await work.run(['diff', ...args]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr.replace(/^dehusk: /, '').trimEnd()).toEqual(message);
  });

  it('and 130 where it was interrupted', async () => {
    const { exitCode, stdout } = await work.run(['diff', '-', 'new.html', '--verbose'], {
      stdin: `${'{}\n'.repeat(30)}`,
      keepStdinOpen: true,
      onSaid: (_, kill) => kill('SIGINT'),
    });
    expect({ exitCode, stdout }).toEqual({ exitCode: 130, stdout: '' });
  });
});
