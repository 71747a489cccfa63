/** `dehusk watch` as a user runs it, day after day, against a site of this machine. */
import { describe, expect, it } from 'vitest';
import { createWorkplace, fieldOf } from '../cli/run-dehusk.ts';
import { type ChangingSite, serveChangingSite } from './changing-site.ts';

const quick = ['--allow-private', '--delay', '0'];

function watcherOf(site: ChangingSite) {
  const work = createWorkplace();
  work.write(
    'pages.txt',
    `# the pages that I care about\n${site.addresses.join('\n')}\n\n${site.addresses[1]}#part\n${site.addresses[2]}  # again\n`,
  );
  const run = (...flags: readonly string[]) =>
    work.run(['watch', 'pages.txt', '--state', 'w.state', ...quick, ...flags]);
  return { work, run };
}

describe('dehusk watch', () => {
  it('tells news of the content, and nothing else', async () => {
    await using site = await serveChangingSite();
    const { run } = watcherOf(site);
    expect(await run()).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: 'dehusk: 6 pages: 0 with news, 0 without, 6 visited for the first time\n',
    });

    // Clocks, counters and advertising have changed; of what rotates nobody can know yet.
    site.turn({});
    expect((await run()).exitCode).toBe(1);
    site.turn({});
    expect((await run()).exitCode).toBe(1);
    site.turn({});
    const quiet = await run();
    expect(quiet.stdout).toBe('');
    expect(quiet.stderr).toMatch(/6 pages: 0 with news, 6 without, \d+ changes put aside/);
    expect(quiet.exitCode).toBe(0);

    site.turn({ news: 'The river has risen by two metres.', menu: 'A new section' });
    const told = await run();
    expect(told.exitCode).toBe(1);
    expect(told.stdout.match(/^[-+>~] .*$/gm)).toEqual(['+ The river has risen by two metres.']);
    expect(told.stdout).toMatch(/^--- http:\S+ \d{4}-\d\d-\d\dT[\d:.]+Z\n\+\+\+ http:\S+ now\n@@ /);
    expect(told.stderr).toContain('1 with news, 5 without');

    // It was seen.
    expect((await run()).exitCode).toBe(0);
  });

  it('tells again what was only peeked at', async () => {
    await using site = await serveChangingSite();
    const { run } = watcherOf(site);
    await run();
    site.turn({ news: 'The bridge is closed.' });
    const [first, second] = [await run('--peek'), await run('--peek')];
    expect(first.stdout).toContain('+ The bridge is closed.');
    expect(second.stdout).toContain('+ The bridge is closed.');
    expect((await run()).stdout).toContain('+ The bridge is closed.');
    expect((await run()).exitCode).toBe(0);
  });

  it('gives a line of JSON for each page, and pages to look at', async () => {
    await using site = await serveChangingSite();
    const { run, work } = watcherOf(site);
    await run('--format', 'json');
    site.turn({ news: 'The ferry sails again.' });
    const { stdout } = await run('--format', 'json', '--html', 'news');
    expect(fieldOf('url', stdout)).toEqual(site.addresses);
    const [first] = stdout.split('\n').map((line) => JSON.parse(line || '{}'));
    expect(first).toMatchObject({ state: 'changed', not_told: { unsteady: expect.any(Number) } });
    expect(JSON.stringify(first.changes)).toContain('The ferry sails again.');
    expect(work.list('news').length).toBeGreaterThan(0);
    expect(work.read(`news/${work.list('news')[0]}`)).toMatch(/^<!DOCTYPE html>/);
  });

  it('is in trouble with a page that cannot be had, and goes on with the others', async () => {
    await using site = await serveChangingSite();
    const { run, work } = watcherOf(site);
    work.write('more.txt', `${site.url}nowhere\n`);
    await run();
    site.turn({ news: 'The ferry sails again.' });
    const { exitCode, stderr, stdout } = await run('more.txt');
    expect(stdout).toContain('+ The ferry sails again.');
    // Its address is said once.
    expect(stderr).toContain(`dehusk: ${site.url}nowhere answers 404 [HTTP_STATUS]`);
    expect(stderr).toContain('1 failed');
    expect(exitCode).toBe(2);
  });

  it('names failures of each kind, however many there are of another', async () => {
    await using site = await serveChangingSite();
    const work = createWorkplace();
    const gone = Array.from({ length: 21 }, (_, i) => `${site.url}nowhere/${i}\n`);
    work.write('pages.txt', `${gone.join('')}http://127.0.0.1:22/\n`);
    const { stderr } = await work.run(['watch', 'pages.txt', '--state', 'w.state', ...quick]);
    expect(stderr).toContain('further failures with code HTTP_STATUS are counted only');
    expect(stderr).toContain('[HTTP_URL_REFUSED]');
  });

  it('keeps as many versions as it is told', async () => {
    await using site = await serveChangingSite();
    const work = createWorkplace();
    const [page] = site.addresses;
    const sizes: number[] = [];
    for (let visit = 0; visit < 9; visit++) {
      site.turn({ news: `News ${visit} of the day, word by word.` });
      await work.run(['watch', page!, '--state', 'w.state', '--versions', '3', ...quick]);
      sizes.push(work.readBytes('w.state.versions').length);
    }
    // Pages of the file that became free are used again.
    expect(sizes[8]).toBe(sizes[5]);
  });

  it.each([
    [['pages.txt'], 'dehusk watch needs --state FILE'],
    [['gone.txt', '--state', 'w.state'], 'no such file or folder: gone.txt'],
    [['bad.txt', '--state', 'w.state'], "line 2 of bad.txt is no address: 'example.com'"],
    [['http://127.0.0.1:8099/', '--state', 'w.state'], '127.0.0.0/8'],
  ])('says what is wrong: %j', async (args, message) => {
    const work = createWorkplace();
    work.write('pages.txt', 'https://a.example/\n');
    work.write('bad.txt', 'https://a.example/\nexample.com\n');
    const { exitCode, stderr } = await work.run(['watch', ...args]);
    expect(stderr).toContain(message);
    expect(exitCode).toBe(2);
  });
});
