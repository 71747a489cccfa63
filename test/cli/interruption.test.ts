import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { command, createWorkplace, fieldOf, type RunOptions } from './run-dehusk.ts';

const work = createWorkplace();
const line = '{"url":"https://a.example/1","html":"<p>one"}\n';
const urls = Array(3).fill('https://a.example/1');
/** Three pages, and no end: the command waits for more. */
const openInput = { stdin: line.repeat(3), keepStdinOpen: true };
work.write('many.jsonl', line.repeat(5_000));

describe('a run that is cut short', () => {
  it('130 on SIGINT: what was written is whole', async () => {
    const { exitCode, stdout, stderr } = await work.run(['clean', '-'], {
      ...openInput,
      onSaid: (said, kill) => said.stdout.split('\n').length > 3 && kill('SIGINT'),
    });
    expect({ exitCode, urls: fieldOf('url', stdout) }).toEqual({ exitCode: 130, urls });
    expect(stderr).toMatch(/^dehusk: stopped: 3 pages, 1 site, 0 failed, /);
  });

  it.each([
    [143, 'SIGTERM'],
    [129, 'SIGHUP'],
  ] as const)('%i on %s', async (exitCode, signal) => {
    const onSaid: RunOptions['onSaid'] = (_, kill) => kill(signal);
    const run = await work.run(['clean', '-'], { ...openInput, onSaid });
    expect(run.exitCode).toBe(exitCode);
    expect(run.stderr).toMatch(/^dehusk: stopped: 3 pages, 1 site, 0 failed, /);
  });

  it('keeps what was done of a file under another name, and the older file', async () => {
    work.write('clean.jsonl', 'older\n');
    const { exitCode, stderr } = await work.run(
      ['clean', '-', '-o', 'clean.jsonl', '--force', '--progress', 'always'],
      {
        ...openInput,
        onSaid: (said, kill) => said.stderr.includes('3 pages') && kill('SIGINT'),
      },
    );
    expect(exitCode).toBe(130);
    expect(stderr).toContain('dehusk: what was done is in ');
    expect(work.read('clean.jsonl')).toBe('older\n');
    expect(fieldOf('url', work.read('clean.jsonl.partial'))).toEqual(urls);
  });

  it('0, and quiet, when the reader of standard output has gone', () => {
    const script = `"${process.execPath}" "${command}" clean many.jsonl --progress never | head -1; echo "\${PIPESTATUS[0]}"`;
    const { stdout, stderr } = spawnSync('bash', ['-c', script], { cwd: work.folder, encoding: 'utf8' });
    const [first, exitCode] = stdout.split('\n');
    expect(fieldOf('url', first!)).toEqual(['https://a.example/1']);
    expect({ exitCode, stderr }).toEqual({ exitCode: '0', stderr: '' });
  });

  it.runIf(process.platform === 'linux')('1 when standard output is a full disk', () => {
    const script = `"${process.execPath}" "${command}" clean many.jsonl --progress never > /dev/full`;
    const { status, stderr } = spawnSync('bash', ['-c', script], { cwd: work.folder, encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^dehusk: cannot write standard output: no space left on the device\n/);
  });
});
