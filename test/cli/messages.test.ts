import { describe, expect, it } from 'vitest';
import { createWorkplace, timeless } from './run-dehusk.ts';

const work = createWorkplace();
work.write('bad.jsonl', '{"html":"<p>x"}\n{}\n');
work.write('very-bad.jsonl', '{}\n'.repeat(50));
work.write('evil\x1b[31m\nname.html.gz', 'not gzip');

const red = '\x1b[';

describe.concurrent('messages on standard error', () => {
  it('are plain where standard error is no terminal', async () => {
    expect((await work.run(['clean', 'bad.jsonl'])).stderr).not.toContain(red);
  });

  it.each([
    [{ FORCE_COLOR: '1' }, [], true],
    [{ FORCE_COLOR: '1', NO_COLOR: '1' }, [], false],
    [{ FORCE_COLOR: '1' }, ['--no-color'], false],
  ])('%j %j: coloured is %j', async (env, flags, colored) => {
    const { stderr } = await work.run(['clean', 'bad.jsonl', ...flags], { env });
    expect(stderr.includes(red)).toBe(colored);
  });

  it('name so many failures of a kind, and count all', async () => {
    const { stderr } = await work.run(['clean', 'very-bad.jsonl']);
    const lines = stderr.trimEnd().split('\n');
    expect(lines.filter((line) => line.endsWith('[INPUT_LINE_BAD]'))).toHaveLength(20);
    expect(lines[20]).toBe(
      'dehusk: further failures with code INPUT_LINE_BAD are counted only (--verbose names all)',
    );
    expect(lines[21]).toContain('50 failed (50 INPUT_LINE_BAD)');
  });

  it('name all with --verbose', async () => {
    const { stderr } = await work.run(['clean', 'very-bad.jsonl', '--verbose']);
    expect(stderr.match(/\[INPUT_LINE_BAD\]$/gm)).toHaveLength(50);
  });

  it('are only failures with --quiet', async () => {
    const { stderr } = await work.run(['clean', 'bad.jsonl', '--quiet', '--progress', 'always']);
    expect(stderr).toBe(
      'dehusk: bad.jsonl:2: line 2 holds no page: it has no text in field "html" [INPUT_LINE_BAD]\n',
    );
  });

  it('do not let a file name steer the terminal', async () => {
    const { stderr } = await work.run(['clean', '.']);
    expect(stderr).toContain('evil\\x1b[31m\\x0aname.html.gz');
    expect(stderr).not.toContain('\x1b');
  });

  it('are JSON Lines for programs', async () => {
    const { stderr } = await work.run(['clean', 'bad.jsonl', '--log-format', 'json', '--progress', 'always']);
    const lines = stderr
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.map(({ time, seconds, message, ...rest }) => rest)).toEqual([
      { level: 'warning', event: 'failure', code: 'INPUT_LINE_BAD', file: 'bad.jsonl', line: 2, offset: 16 },
      {
        level: 'info',
        event: 'summary',
        how: 'done',
        pages: 1,
        sites: 1,
        failed: 1,
        guarded: 0,
        bytes: 19,
        codes: { INPUT_LINE_BAD: 1 },
      },
    ]);
    expect(lines[0]!.time).toMatch(/^\d{4}-\d\d-\d\dT/);
  });

  it('draw a bar with --progress always, and take it away', async () => {
    const { stderr } = await work.run(['clean', 'bad.jsonl', '--progress', 'always']);
    expect(stderr).toContain('[........................] 0 %, 0 pages (0/s)');
    expect(timeless(stderr.split('\r\x1b[K').at(-1)!)).toBe(
      'dehusk: done: 1 page, 1 site, 1 failed (1 INPUT_LINE_BAD), 19 B read, T s\n',
    );
  });

  it('end with the summary without --progress', async () => {
    const { stderr } = await work.run(['clean', 'bad.jsonl', '--progress', 'never']);
    expect(stderr.trimEnd().split('\n')).toHaveLength(2);
  });
});
