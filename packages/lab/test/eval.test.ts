import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { createWorkplace, fieldOf, labCommand } from '../../../test/cli/run-dehusk.ts';
import { writeCorpus } from '../src/synthetic/synthetic-crawl.ts';
import { createSite } from '../src/synthetic/synthetic-site.ts';

const work = createWorkplace(labCommand);
const pageBytes = { min: 3_000, max: 6_000 };
const sites = [3, 5].map((seed) => createSite({ seed, pages: 8, pageBytes }));
const names = sites.map(({ name }) => name);

interface Told {
  readonly corpus: readonly { readonly name: string; readonly pages: number }[];
  readonly methods: readonly {
    readonly method: string;
    readonly all: Readonly<Record<string, { readonly figures: Readonly<Record<string, number>> }>>;
    readonly cost: { readonly ms: number; readonly missingPages: number; readonly firstVerdict: number };
  }[];
  readonly comparison: { readonly against: string };
  readonly singlePages: readonly {
    readonly name: string;
    readonly methods: readonly { readonly method: string; readonly all: Readonly<Record<string, number>> }[];
  }[];
}

beforeAll(() => writeCorpus(path.join(work.folder, 'corpus'), sites));

describe('eval', () => {
  it('runs, scores, and does not run again what is there', async () => {
    const args = ['eval', 'corpus', '-o', 'runs.jsonl', '--format', 'json'];
    const first = await work.run([...args, '--methods', 'none,shingle', '--peers', 'line-filter']);
    expect(first.exitCode).toBe(0);
    const told = JSON.parse(first.stdout) as Told;
    expect(told.corpus.map(({ name, pages }) => [name, pages])).toEqual(
      names.sort().map((name) => [name, 8]),
    );
    const [none, shingle, filter] = told.methods;
    expect([none, shingle, filter].map((result) => result?.method)).toEqual([
      'none',
      'shingle',
      'line-filter',
    ]);
    for (const gold of ['read', 'lenient', 'strict']) {
      expect(none!.all[gold]!.figures).toMatchObject({ recall: 1, leak: 1 });
      expect(shingle!.all[gold]!.figures.f1).toBeGreaterThan(none!.all[gold]!.figures.f1!);
    }
    const runs = work.read('runs.jsonl');
    expect(fieldOf('method', runs)).toHaveLength(2 * 3 * 8);

    const again = await work.run([...args, '--methods', 'none']);
    expect(work.read('runs.jsonl')).toBe(runs);
    expect(again.stdout).toBe(first.stdout);
    expect(again.stderr).toMatch(/^dehusk: 1 of 2 sites, \d+\.\d s: .*\ndehusk: 2 of 2 sites, /);
  });

  it('runs again a method that a killed run left in the middle of a site', async () => {
    const args = ['eval', 'corpus', '-o', 'killed.jsonl', '--methods', 'none', '--format', 'json', '-q'];
    const { stdout } = await work.run(args);
    const whole = work.read('killed.jsonl');
    work.write('killed.jsonl', whole.slice(0, Math.floor(whole.length * 0.7)));
    const figures = (text: string): unknown => (JSON.parse(text) as Told).methods.map(({ all }) => all);
    const again = await work.run(args);
    expect(figures(again.stdout)).toEqual(figures(stdout));
    expect(again.stderr).toBe('');
  });

  it('writes text, and markdown with the command that made it', async () => {
    const args = ['eval', 'corpus', '--methods', 'none,incremental-two-pass', '--against', 'none'];
    const text = await work.run(args);
    expect(text.stdout).toMatch(/^Content\nF1 of content tokens.*\n\nmethod +read +95 % +lenient/);
    const { exitCode, stdout } = await work.run([...args, '--format', 'markdown']);
    expect(exitCode).toBe(0);
    const command = args.join(' ');
    expect(stdout).toMatch(new RegExp(`^# Results\n\nMade by \`dehusk-lab ${command} --format markdown\`;`));
    expect(stdout).toContain('| synthetic | 2 | 16 | 16 | 0 |');
    expect(stdout).toContain('## Against none\n');
  });

  it('takes any command as a peer', async () => {
    const peer = ['--peer-command', 'first=head -c 500', '--peer-command', 'broken=exit 3'];
    const { exitCode, stdout } = await work.run(['eval', 'corpus', ...peer, '--format', 'json']);
    expect(exitCode).toBe(0);
    const missing = (JSON.parse(stdout) as Told).methods.map(({ method, cost }) => [
      method,
      cost.missingPages,
    ]);
    expect(missing).toEqual([
      ['broken', 16],
      ['first', 0],
    ]);
  });
});

describe('eval on single pages', () => {
  const page = (id: string, html: string): string =>
    `${JSON.stringify({ id, url: 'https://bees.example/', kind: 'article', html, content: 'Bees make honey', with: ['honey'], without: ['Menu'] })}\n`;
  const both = page('a', '<p>Bees make honey') + page('b', '<p>Menu<p>Bees make honey');

  it('scores words, beside sites or alone, and holds floors', async () => {
    mkdirSync(path.join(work.folder, 'single'));
    writeFileSync(path.join(work.folder, 'single/pages.jsonl.gz'), gzipSync(both));
    const args = ['eval', 'single', '--methods', 'none,shingle', '-o', 'single.jsonl', '--format', 'json'];
    const { exitCode, stdout } = await work.run(args);
    expect(exitCode).toBe(0);
    const { methods, singlePages } = JSON.parse(stdout) as Told;
    expect(methods).toEqual([]);
    expect(singlePages).toMatchObject([{ name: 'single', pages: 2, methods: [{ method: 'none' }] }]);
    expect(singlePages[0]!.methods[0]!.all).toMatchObject({
      ...{ pages: 2, f1: (1 + 6 / 7) / 2, with: 1, without: 1 / 2 },
    });
    const floor = { method: 'none', group: 'single article', metric: 'wordF1', floor: 0.95 };
    work.write('single-floors.json', JSON.stringify([floor]));
    const more = ['corpus', '--golds', 'read', '--floors', 'single-floors.json', '-q'];
    const gated = await work.run([...args, ...more]);
    expect(gated.exitCode).toBe(4);
    expect(gated.stderr).toBe(
      'dehusk: wordF1 of none is 0.9286 on single article, below its floor of 0.95\n',
    );
    const [none] = (JSON.parse(gated.stdout) as Told).methods;
    expect([none!.all.read!.figures.recall, none!.all.strict!.figures.f1]).toEqual([1, undefined]);
  });
});

describe('eval --peers', () => {
  it('runs tools that read page by page in processes of their own', async () => {
    // They take longer to start than to read.
    await writeCorpus(path.join(work.folder, 'one-site'), sites.slice(0, 1));
    const args = [
      'eval',
      'one-site',
      '--peers',
      'readability,defuddle',
      '-o',
      'read.jsonl',
      '--format',
      'json',
    ];
    const { exitCode, stdout } = await work.run(args);
    expect(exitCode).toBe(0);
    const { methods } = JSON.parse(stdout) as Told;
    expect(methods.map(({ method }) => method)).toEqual(['readability', 'defuddle']);
    for (const { all, cost } of methods) {
      expect(all.read!.figures.f1).toBeGreaterThan(0.5);
      expect(cost).toMatchObject({ missingPages: 0, firstVerdict: 1 });
      expect(cost.ms).toBeGreaterThan(0);
    }
  });
});

describe('eval --floors', () => {
  const args = ['eval', 'corpus', '--methods', 'none,shingle', '-o', 'floored.jsonl', '-q'];
  const gate = (...more: string[]): ReturnType<typeof work.run> =>
    work.run([...args, '--floors', 'floors.json', ...more]);

  it('pins what was reached, and holds it', async () => {
    expect((await gate('--write-floors')).exitCode).toBe(0);
    expect(work.read('floors.json').split('\n')).toHaveLength(2 * 3 + 3);
    expect(await gate()).toMatchObject({ exitCode: 0, stderr: '' });
  });

  it('names each floor that is missed, does not lower it, and tells by its exit code', async () => {
    const pinned = work.read('floors.json');
    const raised = pinned.replace(/("none".*"lenient", "floor": )[\d.]+/, '$10.99');
    expect(raised).not.toBe(pinned);
    work.write('floors.json', raised);
    for (const more of [[], ['--write-floors']]) {
      const { exitCode, stderr } = await gate(...more);
      expect(exitCode).toBe(4);
      expect(stderr).toMatch(
        /^dehusk: f1 of none is 0\.\d{4} on synthetic \(lenient gold\), below its floor of 0\.99\n$/,
      );
      expect(work.read('floors.json')).toBe(raised);
    }
  });

  it('lowers a floor for a reason, which is kept beside it', async () => {
    expect((await gate('--write-floors', '--lower-floors', 'it was a wish')).exitCode).toBe(0);
    expect(work.read('floors.json')).toMatch(
      /"none".*"lenient", "floor": 0\.\d+, "reason": "it was a wish" \}/,
    );
    expect((await gate()).exitCode).toBe(0);
  });
});

describe('score', () => {
  it("scores a stranger's output: what gold says has 1, a page that is missing is empty", async () => {
    const [site] = sites;
    const pages = Array.from({ length: 8 }, (_, order) => site!.page(order));
    const contentOf = (order: number): string =>
      pages[order]!.texts.filter(({ label }) => label === 'content')
        .map(({ text }) => text)
        .join('\n');
    const line = (method: string, order: number): string =>
      `${JSON.stringify({ method, site: site!.name, url: pages[order]!.url, text: contentOf(order) })}\n`;
    const orders = pages.map((_, order) => order);
    work.write('theirs.jsonl', orders.map((order) => line('oracle', order)).join(''));
    work.write(
      'half.jsonl',
      orders
        .slice(4)
        .map((order) => line('half', order))
        .join(''),
    );
    const args = ['score', 'theirs.jsonl', 'half.jsonl', '--gold', 'corpus', '--format', 'json'];
    const { exitCode, stdout } = await work.run(args);
    expect(exitCode).toBe(0);
    const [half, oracle] = (JSON.parse(stdout) as Told).methods;
    expect(oracle!.all.read!.figures).toMatchObject({ precision: 1, recall: 1, f1: 1, leak: 0 });
    expect(half!.cost.missingPages).toBe(4);
    expect(half!.all.read!.figures.recall).toBeLessThan(1);
  });

  it('names sites that the corpus does not have', async () => {
    work.write('elsewhere.jsonl', '{"method":"m","site":"elsewhere","url":"u","text":""}\n');
    const { exitCode, stderr } = await work.run(['score', 'elsewhere.jsonl', '--gold', 'corpus']);
    expect(exitCode).toBe(0);
    expect(stderr).toContain('not in the corpus, so not scored: elsewhere');
  });
});
