/** A state that cannot be used: told in one line, exit 1, nothing written and the file as it was. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'libsql';
import { describe, expect, it } from 'vitest';
import { antHtml, antLines, range } from './ant-site.ts';
import { createWorkplace, incremental } from './run-dehusk.ts';

const work = createWorkplace();
const at = (name: string): string => path.join(work.folder, name);
work.write('ants.jsonl', antLines('ants.example', range(1, 6)));
await work.run(['clean', 'ants.jsonl', '--state', 'learned.state']);
await work.run(['clean', 'ants.jsonl', '--state', 'streamed.state', '--stream']);
await work.run(['clean', 'ants.jsonl', '--state', 'incremental.state', ...incremental]);

/** A copy of a state with something else in it. */
function changed(name: string, change: (bytes: Buffer) => void, from = 'learned.state'): void {
  const bytes = readFileSync(at(from));
  change(bytes);
  writeFileSync(at(name), bytes);
}

/** In a snapshot, which SQLite does not check. */
const damageSnapshot = (bytes: Buffer): void => {
  const head = bytes.indexOf('"forgetting":');
  expect(head).toBeGreaterThan(0);
  bytes[head + 60]! ^= 1;
};

work.write('text.state', 'These are notes of mine, and no database.\n'.repeat(5));
const theirs = new Database(at('theirs.state'));
theirs.exec('CREATE TABLE theirs (x); INSERT INTO theirs VALUES (1)');
theirs.close();
changed('newer.state', (bytes) => bytes.writeUInt32BE(7, 60));
changed('older.state', (bytes) => bytes.writeUInt32BE(1, 60));
changed('damaged.state', damageSnapshot);
changed('damaged-incremental.state', damageSnapshot, 'incremental.state');
changed('cut.state', (bytes) => bytes.fill(0xa5, 4096));
work.write('cut-head.state', 'SQLite format 3\0and no more');

interface BadState {
  readonly state: string;
  readonly flags?: readonly string[];
  readonly told: RegExp;
}

const badStates: readonly BadState[] = [
  { state: 'text.state', told: /^text.state is not a state file of dehusk: it is no SQLite database$/ },
  {
    state: 'theirs.state',
    told: /^theirs.state is not a state file of dehusk: it belongs to another program$/,
  },
  { state: 'newer.state', told: /^the state is of version 7; this program reads up to version 6$/ },
  {
    state: 'older.state',
    told: /^older.state was written by an older version, whose states cannot be read: name a new file and learn again$/,
  },
  {
    state: 'damaged.state',
    told: /^the saved state is damaged: damaged.state: the snapshot of ants.example is damaged$/,
  },
  {
    state: 'damaged-incremental.state',
    flags: incremental,
    told: /^the saved state is damaged: damaged-incremental.state: the snapshot of ants.example is damaged$/,
  },
  { state: 'cut.state', told: /^the saved state is damaged: cut.state: / },
  { state: 'cut-head.state', told: /^the saved state is damaged: cut-head.state: it is cut short$/ },
  {
    state: 'streamed.state',
    told: /^the state was learned with --stream, or from standard input: say --stream, or name another state file$/,
  },
  {
    state: 'learned.state',
    flags: ['--stream'],
    told: /^the state was learned without --stream: only clean over files, without --stream, goes on with it; else name another state file$/,
  },
  {
    state: 'learned.state',
    flags: ['--set', 'memoryPages=20'],
    told: /^the state was saved with memoryPages 40, not with 20$/,
  },
  {
    state: 'incremental.state',
    flags: [...incremental, '--set', 'templatePages=3'],
    told: /^the state was saved with templatePages 5, not with 3$/,
  },
  {
    state: 'learned.state',
    flags: ['--method', 'none'],
    told: /^the state was saved by method adaptive, not by none \(--method adaptive\)$/,
  },
  {
    state: 'incremental.state',
    told: /^the state was saved by method incremental, not by adaptive \(--method incremental\)$/,
  },
];

describe('a state that cannot be used', () => {
  it.each(badStates)(
    '$state $flags: one line, exit 1, nothing touched',
    async ({ state, flags = [], told }) => {
      const [before, files] = [work.readBytes(state), work.list()];
      const result = await work.run(['clean', 'ants.jsonl', '--state', state, '-o', 'out.jsonl', ...flags]);
      expect({ ...result, stderr: '' }).toEqual({ exitCode: 1, stdout: '', stderr: '' });
      expect(result.stderr).toMatch(/^dehusk: [^\n]+\n$/);
      expect(result.stderr.slice('dehusk: '.length, -1)).toMatch(told);
      expect(work.readBytes(state).equals(before)).toBe(true);
      expect(work.list()).toEqual(files);
    },
  );

  it('is told of standard input too, which is always judged as it comes', async () => {
    const { exitCode, stderr } = await work.run(['clean', '-', '--state', 'learned.state'], {
      stdin: '<p>x',
    });
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^dehusk: the state was learned without --stream: [^\n]+\n$/);
  });

  it('is used by one run at a time', async () => {
    cpSync(at('streamed.state'), at('shared.state'));
    const line = `${JSON.stringify({ url: 'https://ants.example/x', html: antHtml(7) })}\n`;
    let second: ReturnType<typeof work.run> | undefined;
    const first = await work.run(['clean', '-', '--state', 'shared.state'], {
      stdin: line,
      keepStdinOpen: true,
      onSaid: (_, kill) => {
        second ??= work
          .run(['clean', 'ants.jsonl', '--stream', '--state', 'shared.state'])
          .finally(() => kill('SIGINT'));
      },
    });
    expect(await second).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: 'dehusk: shared.state is in use by another run\n',
    });
    expect(first.exitCode).toBe(130);
  });
});
