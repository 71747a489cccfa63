import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { captureStderr } from '../../../../test/cli/capture-stderr.ts';
import { commands } from './commands.ts';
import { run } from './program.ts';

/** More of what `test/cli/usage.test.ts` checks with the real command: here without a process for each. */
const said = captureStderr();

it.each([
  [['pages'], "unknown command 'pages' (see dehusk --help)"],
  [['help', 'clena'], "unknown command 'clena' (did you mean clean?)"],
  [['clean', 'pages', '-x'], "unknown option '-x' (see dehusk --help)"],
  [['clean', 'pages', '--format'], "option '--format <how>' argument missing (see dehusk --help)"],
  [
    ['clean', 'pages', '--method', 'non'],
    "--method takes adaptive, incremental, none, index-time, mapping-vote, shingle or style-tree, not 'non' (did you mean none?)",
  ],
  [['clean', 'pages', '--fail-on', 'x'], "--fail-on takes never, any or all, not 'x'"],
  [['clean', 'pages', '--progress=on'], "--progress takes auto, always or never, not 'on'"],
  [
    ['clean', 'pages', '--log-format', 'jsn'],
    "--log-format takes text or json, not 'jsn' (did you mean json?)",
  ],
  [['clean', 'pages', '--input-format', 'wacz'], "--input-format takes html, jsonl or warc, not 'wacz'"],
  [
    ['clean', 'pages', '--to', 'gz'],
    "--to takes jsonl, jsonl.gz, warc, warc.gz, parquet or folder, not 'gz'",
  ],
  [['clean', 'pages', '--keep-dirs', '-o', 'x.jsonl'], '--keep-dirs needs -o FOLDER/'],
  [['clean', 'pages', '--to', 'folder'], '--to folder needs -o FOLDER/'],
  [['clean', 'pages', '--blocks', '-o', 'x.warc'], '--blocks needs JSON Lines or Parquet output'],
  [['clean', 'pages', '--template-text', '-o', 'x/'], '--template-text needs JSON Lines or Parquet output'],
  [['clean', 'pages', '--quiet', '--verbose'], '--quiet cannot be used with --verbose'],
  [
    ['clean', 'pages', '--field', 'html=x', '--input-format', 'html'],
    '--field cannot be used with --input-format html',
  ],
  [
    ['clean', 'x.warc', '--base-url', 'https://a.example', '--input-format', 'warc'],
    '--base-url cannot be used with --input-format warc',
  ],
  [['clean', 'crawl.jsonl', '--field', 'html'], "--field takes NAME=FIELD with NAME html or url, not 'html'"],
  [
    ['clean', 'crawl.jsonl', '--field', 'htm=x'],
    "--field NAME=FIELD takes html or url, not 'htm' (did you mean html?)",
  ],
  [
    ['clean', 'pages', '--max-page-bytes', '10q'],
    "--max-page-bytes takes a number of bytes such as 5000, 500k or 50m, not '10q'",
  ],
  [['clean', 'pages', '--max-page-nodes', '0'], "--max-page-nodes takes a whole number above 0, not '0'"],
  [['clean', 'pages', '--base-url', 'foo'], 'foo is not an absolute URL (--base-url)'],
])('%j is wrong usage', async (args, line) => {
  expect(await run(args)).toBe(2);
  expect(said()).toBe(`dehusk: ${line}\n`);
});

it.each([[['eval']], [['eval', 'corpus', '--methods', 'all', '--no-such-flag']], [['eval', '--help']]])(
  '%j says where evaluation is now',
  async (args) => {
    expect(await run(args)).toBe(2);
    expect(said()).toBe('dehusk: evaluation moved to the package dehusk-lab: run dehusk-lab eval\n');
  },
);

describe.each(Object.entries(commands))(
  'the list of commands shows %s',
  (name, { args, description, hasFlags = true, load }) => {
    it('as its own module defines it', async () => {
      const command = new Command(name).description(description);
      (await load())(command, () => undefined);
      const flags = hasFlags ? '[options] ' : '';
      expect(command.createHelp().subcommandTerm(command)).toBe(`${name} ${flags}${args}`.trimEnd());
      expect(command.description()).toBe(description);
    });
  },
);
