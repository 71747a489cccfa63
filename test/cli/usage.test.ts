import { describe, expect, it } from 'vitest';
import { createWorkplace } from './run-dehusk.ts';

const work = createWorkplace();
work.write('pages/a.html', '<p>text');
work.write('crawl.jsonl', '{"html":"<p>text"}\n');

describe.concurrent('wrong usage: one line on standard error, exit code 2', () => {
  it.each([
    [['claen'], "unknown command 'claen' (did you mean clean?)"],
    [['clean', 'pages', '--fromat', 'text'], "unknown option '--fromat' (did you mean --format?)"],
    [
      ['clean', 'pages', '--format', 'markdwon'],
      "--format takes text, markdown, html or marked-html, not 'markdwon' (did you mean markdown?)",
    ],
    [['clean'], 'no INPUT given: name files, folders or patterns, or - for standard input'],
    [['clean', '-', '-'], 'standard input can be read only once'],
    [['clean', 'pages', '--keep-dirs'], '--keep-dirs needs -o FOLDER/'],
    [
      ['clean', 'pages', '--site-by', 'prefix'],
      "a site is told by host, domain or prefix:N, not by 'prefix' (--site-by)",
    ],
    [
      ['clean', 'pages', '-o', 'clean.json'],
      'cannot tell what to write into clean.json: end its name in .jsonl, .jsonl.gz, .warc, .warc.gz, .parquet/ or /, or say --to',
    ],
    [
      ['clean', 'crawl.jsonl', '-o', 'crawl.jsonl'],
      'the input crawl.jsonl lies in the output crawl.jsonl: write elsewhere',
    ],
    [['clean', 'pages', '-o', 'pages/'], 'the input pages/a.html lies in the output pages/: write elsewhere'],
    [['clean', 'pages', '--field', 'html=x'], '--field needs JSON Lines input'],
    [['clean', 'crawl.jsonl', '--base-url', 'https://a.example'], '--base-url needs HTML files'],
  ])('%j', async (args, line) => {
    expect(await work.run(args)).toEqual({ exitCode: 2, stdout: '', stderr: `dehusk: ${line}\n` });
  });

  it('writes nothing', () => {
    expect(work.list()).toEqual(['crawl.jsonl', 'pages/a.html']);
  });

  it('also speaks JSON', async () => {
    const { exitCode, stderr } = await work.run(['clean', '--log-format', 'json']);
    const line = JSON.parse(stderr) as Record<string, unknown>;
    expect({ exitCode, ...line }).toMatchObject({ exitCode: 2, level: 'error', code: 'USAGE_INPUT_MISSING' });
  });
});

describe.concurrent('help and version', () => {
  it('shows the version', async () => {
    const { exitCode, stdout, stderr } = await work.run(['--version']);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it('says which parser it has', async () => {
    const { exitCode, stdout } = await work.run(['--version', '--verbose']);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\nparser: core \(WebAssembly\)\nNode\.js: v/);
  });

  it.each([[['--help']], [['clean', '--help']], [['help', 'clean']]])('%j has examples', async (args) => {
    const { exitCode, stdout, stderr } = await work.run(args);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toMatch(/^Usage: dehusk /);
    expect(stdout).toContain('\nExamples:\n');
  });

  it('shows the help on standard error when no command is named', async () => {
    const { exitCode, stdout, stderr } = await work.run([]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toMatch(/^Usage: dehusk /);
  });
});
