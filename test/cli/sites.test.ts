import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatBytes } from '../../packages/dehusk/src/cli/progress.ts';
import { createAdaptiveDetector } from '../../packages/dehusk/src/detect/adaptive/adaptive.ts';
import type { Detector } from '../../packages/dehusk/src/detect/detector.ts';
import { createIncrementalDetector } from '../../packages/dehusk/src/detect/incremental/incremental.ts';
import type { OptionValues } from '../../packages/dehusk/src/detect/method.ts';
import { pageDigest, Site, type StateGain } from '../../packages/dehusk/src/engine/site.ts';
import { siteStates } from '../../packages/dehusk/src/engine/site-state.ts';
import { openSqliteStore } from '../../packages/dehusk/src/engine/sqlite-store.ts';
import { PendingChanges } from '../../packages/dehusk/src/engine/store.ts';
import type { HashKey } from '../../packages/dehusk/src/page/hash.ts';
import type { Page } from '../../packages/dehusk/src/page/page.ts';
import { parseText } from '../../packages/dehusk/src/page/parse.ts';
import { createSelector } from '../../packages/dehusk/src/page/select.ts';
import { themeNames } from '../../packages/lab/src/synthetic/design.ts';
import type { Label } from '../../packages/lab/src/synthetic/html-writer.ts';
import { createSite } from '../../packages/lab/src/synthetic/synthetic-site.ts';
import { createWorkplace } from './run-dehusk.ts';

const work = createWorkplace();
const hashKey: HashKey = [3, 4];
const at = (name: string): string => path.join(work.folder, name);

interface SourcePage {
  readonly url: string;
  readonly html: string;
}

const pageOf = ({ url, html }: SourcePage): Page => parseText(html, { url, id: url, hashKey });
const jsonLines = (pages: readonly SourcePage[]): string =>
  pages.map(({ url, html }) => `${JSON.stringify({ url, html })}\n`).join('');

interface Learner {
  readonly method: string;
  readonly options: OptionValues;
  readonly create: () => Detector;
}

const adaptiveLearner: Learner = {
  method: 'adaptive',
  options: {},
  create: () => createAdaptiveDetector({ hashKey, forgetting: false }),
};
const incrementalLearner: Learner = {
  method: 'incremental',
  options: { templatePages: 4 },
  create: () => createIncrementalDetector({ hashKey, forgetting: false, templatePages: 4 }),
};

/** Writes a state that knows the sites: a snapshot from the first half of the pages, journals from the rest. */
async function writeState(
  file: string,
  sites: Readonly<Record<string, readonly SourcePage[]>>,
  { method, options, create }: Learner = adaptiveLearner,
): Promise<Readonly<Record<string, { readonly detector: Detector; readonly sizeBytes: number }>>> {
  await using store = openSqliteStore(at(file), { hashKey });
  const detectors = new Map<string, Detector>();
  for (const [site, pages] of Object.entries(sites)) {
    const detector = create();
    const learned = new Site(
      { method, options, forgetting: false, hashKey, journal: true, states: siteStates },
      detector,
    );
    const learn = (page: Page): StateGain => {
      const lesson = detector.lesson(page);
      detector.apply(lesson);
      return learned.gainOf(page, pageDigest(page), lesson);
    };
    detectors.set(site, detector);
    const half = Math.floor(pages.length / 2);
    const counts = { writtenCount: pages.length, chars: 1000, templateChars: 623 };
    const facts = () => ({ ...learned.facts, ...counts, lastPage: pages.at(-1)!.url });
    for (const page of pages.slice(0, half)) learn(pageOf(page));
    const first = { snapshot: learned.snapshot(), journal: new Uint8Array(), facts: facts() };
    await store.commit({ sites: new Map([[site, first]]) });
    const changes = new PendingChanges();
    for (const page of pages.slice(half)) changes.add(site, { ...learn(pageOf(page)), facts: facts() });
    await store.commit({ sites: changes.take() });
  }
  const known: Record<string, { detector: Detector; sizeBytes: number }> = {};
  for await (const { site, sizeBytes } of store.sites())
    known[site] = { detector: detectors.get(site)!, sizeBytes };
  return known;
}

const insects: readonly SourcePage[] = ['ants', 'bees', 'wasps', 'moths', 'flies', 'bugs'].map((name) => ({
  url: `https://insects.example/${name}`,
  html:
    '<nav id=menu class=top><ul><li><a href=/>Home</a></li><li><a href=/all>All insects</a></li></ul></nav>' +
    `<main><div><h1>About ${name}</h1><p>What we know of ${name}.</p></div><div>Rate this page</div></main>` +
    `<div class="foot f-${name}">© <b>Insects\u202e</b></div>`,
}));
const short = [{ url: 'https://a.example/1', html: '<p>one' }];
const small = { 'insects.example': insects, 'a.example': short };
const states = [
  {
    method: 'adaptive',
    file: 'small.state',
    known: await writeState('small.state', small),
    // Listed in the order in which they became template.
    order: [0, 1, 3, 4, 2],
    // Where the two links lead is counted too.
    segments: 19,
  },
  {
    method: 'incremental',
    file: 'incremental.state',
    order: [0, 1, 2, 3, 4],
    segments: 17,
    known: await writeState('incremental.state', small, incrementalLearner),
  },
];
work.write('insects.jsonl', jsonLines([...insects, ...short]));
await openSqliteStore(at('empty.state'))[Symbol.asyncDispose]();

const site = ['sites', 'small.state', '--site', 'insects.example'];
const selectors = [...site, '--export', 'selectors'];

describe.each(states)('sites that $method has learned', ({ file, known, order, segments }) => {
  const sizes = Object.values(known).map(({ sizeBytes }) => formatBytes(sizeBytes));
  const sizeColumn = Math.max('STATE'.length, ...sizes.map(({ length }) => length));
  const size = (name: string): string => formatBytes(known[name]!.sizeBytes).padStart(sizeColumn);
  const site = ['sites', file, '--site', 'insects.example'];
  const selectors = [...site, '--export', 'selectors'];

  it('lists all sites in a table', async () => {
    const total = formatBytes(known['a.example']!.sizeBytes + known['insects.example']!.sizeBytes);
    expect(await work.run(['sites', file])).toEqual({
      exitCode: 0,
      stdout:
        `SITE             PAGES  SEGMENTS  ${'STATE'.padStart(sizeColumn)}  TEMPLATE  LAST PAGE\n` +
        `a.example            1         1  ${size('a.example')}    62.3 %  https://a.example/1\n` +
        `insects.example      6        ${segments}  ${size('insects.example')}    62.3 %  https://insects.example/bugs\n`,
      stderr: `dehusk: 2 sites, 7 pages, ${segments + 1} segments, ${total} of state\n`,
    });
  });

  it('lists them as JSON, and is quiet when told', async () => {
    const { exitCode, stdout, stderr } = await work.run(['sites', file, '--format', 'json', '-q']);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout.trimEnd().split('\n')[1]).toBe(
      `{"site":"insects.example","pages":6,"segments":${segments},"template_segments":5,` +
        `"state_bytes":${known['insects.example']!.sizeBytes},"template_share":0.623,` +
        '"last_page":"https://insects.example/bugs"}',
    );
  });

  it('says that a state is empty', async () => {
    const stderr = 'dehusk: the state knows no site yet\n';
    expect(await work.run(['sites', 'empty.state'])).toEqual({ exitCode: 0, stdout: '', stderr });
  });

  it('lists the template of a site, and does not let it steer the terminal', async () => {
    const rows = [
      '6 of 6  html > body > nav#menu.top > ul > li > a  Home\n',
      '6 of 6  html > body > nav#menu.top > ul > li > a  All insects\n',
      '6 of 6  html > body > main > div                  Rate this page\n',
      '6 of 6  html > body > div.foot                    ©\n',
      '6 of 6  html > body > div.foot > b                Insects\\u202e\n',
    ];
    expect(await work.run(site)).toEqual({
      exitCode: 0,
      stdout: `  SEEN  PATH                                      TEXT\n${order.map((row) => rows[row]).join('')}`,
      stderr: 'dehusk: insects.example: 5 template segments on 6 pages\n',
    });
  });

  it('lists it as JSON', async () => {
    const { stdout } = await work.run([...site, '--format=json']);
    expect(stdout.split('\n')[order.indexOf(2)]).toBe(
      '{"seen":6,"of":6,"path":"html > body > main > div","text":"Rate this page"}',
    );
  });

  it('exports careful selectors without pages to try them on', async () => {
    expect(await work.run(selectors)).toEqual({
      exitCode: 0,
      stdout: '#menu\nbody > div.foot\n',
      stderr: 'dehusk: nothing was tried on pages: --check INPUT... makes better selectors\n',
    });
  });

  it('exports selectors that were tried on pages', async () => {
    expect(await work.run([...selectors, '--check', 'insects.jsonl'])).toEqual({
      exitCode: 0,
      stdout: '#menu\ndiv.foot\nbody > main > div:nth-child(2)\n',
      stderr: 'dehusk: 3 selectors, tried on 6 pages: precision 1.000, recall 1.000\n',
    });
  });

  it('tells what each matches', async () => {
    const { stdout } = await work.run([...selectors, '--check', 'insects.jsonl', '--format', 'json']);
    expect(stdout).toBe(
      '{"selector":"#menu","segments":2,"chars":15,"precision":1}\n' +
        '{"selector":"div.foot","segments":2,"chars":9,"precision":1}\n' +
        '{"selector":"body > main > div:nth-child(2)","segments":1,"chars":14,"precision":1}\n',
    );
  });

  it('goes on after a page that fails, and says so with exit code 3', async () => {
    work.write('broken.jsonl', `{}\n${work.read('insects.jsonl')}`);
    const { exitCode, stdout, stderr } = await work.run([...selectors, '--check', 'broken.jsonl']);
    expect({ exitCode, lines: stdout.split('\n').length }).toEqual({ exitCode: 3, lines: 4 });
    expect(stderr).toMatch(/^dehusk: broken\.jsonl:1: .* \[INPUT_LINE_BAD\]\ndehusk: 3 selectors/);
  });

  it('leaves the state as it was', async () => {
    // Behind SQLite's own header, which counts how often the file was opened for writing.
    const content = (): Buffer => work.readBytes(file).subarray(100);
    const before = content();
    await work.run(['sites', file]);
    await work.run(selectors);
    expect(content().equals(before)).toBe(true);
    expect(work.list().filter((name) => name.startsWith(`${file}-`))).toEqual([]);
  });
});

describe('what cannot be done', () => {
  work.write('text.state', 'hello, I am a text of some length and no database at all');
  work.write('cut.state', 'SQLite format 3\0abc');
  work.write('nothing.state', '');

  it.each([
    [['sites', 'missing.state'], 'no such state file: missing.state'],
    [['sites', 'text.state'], 'text.state is not a state file of dehusk: it is no SQLite database'],
    [['sites', 'cut.state'], 'the saved state is damaged: cut.state: it is cut short'],
    [['sites', 'nothing.state'], 'nothing.state is not a state file of dehusk: it is empty'],
    [
      ['sites', 'small.state', '--site', 'insect.example'],
      "the state knows no site 'insect.example' (did you mean insects.example?)",
    ],
    [['sites', 'small.state', '--site', 'zzz'], "the state knows no site 'zzz'"],
    [
      ['sites', 'small.state', '--site', 'a.example', '--export', 'selectors', '--check', 'small'],
      'none of the pages to try selectors on is of the site a.example (--check)',
    ],
  ])('%j ends with exit code 1', async (args, line) => {
    const { exitCode, stdout, stderr } = await work.run(args);
    expect({ exitCode, stdout, last: stderr.split('\n').at(-2) }).toEqual({
      exitCode: 1,
      stdout: '',
      last: `dehusk: ${line}`,
    });
    expect(existsSync(at('missing.state'))).toBe(false);
    expect(work.read('nothing.state')).toBe('');
  });

  it('a state of a newer version ends with exit code 1, and one that is written can be read', async () => {
    const bytes = work.readBytes('small.state');
    bytes.writeUInt32BE(99, 60);
    work.write('newer.state', bytes);
    const newer = 'dehusk: the state is of version 99; this program reads up to version 6\n';
    expect(await work.run(['sites', 'newer.state'])).toEqual({ exitCode: 1, stdout: '', stderr: newer });
    await using _store = openSqliteStore(at('empty.state'));
    const empty = 'dehusk: the state knows no site yet\n';
    expect(await work.run(['sites', 'empty.state'])).toEqual({ exitCode: 0, stdout: '', stderr: empty });
  });

  it.each([
    [['sites'], "missing required argument 'STATE' (see dehusk --help)"],
    [['sites', 'small.state', '--export', 'selectors'], '--export needs --site'],
    [[...site, '--check', 'x'], '--check needs --export selectors or --topology'],
    [[...site, '--topology'], '--topology needs --check'],
    [
      ['sites', 'small.state', '--format', 'jsn'],
      "--format takes text or json, not 'jsn' (did you mean json?)",
    ],
    [[...selectors, '--check', '-', '-'], 'standard input can be read only once'],
    [['sites', 'small.state', '-q', '-v'], '--quiet cannot be used with --verbose'],
  ])('%j is wrong usage', async (args, line) => {
    expect(await work.run(args)).toEqual({ exitCode: 2, stdout: '', stderr: `dehusk: ${line}\n` });
  });

  it('has a help with examples', async () => {
    const { exitCode, stdout } = await work.run(['sites', '--help']);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^Usage: dehusk sites \[options\] STATE\n/);
    expect(stdout).toContain('\nExamples:\n');
  });
});

/** Synthetic pages carry a label for each of their texts: whether it is content is known, not judged. */
function goldContentShare(
  matched: readonly Uint8Array[],
  pages: readonly Page[],
  labels: readonly (readonly Label[])[],
): number {
  let [hit, all] = [0, 0];
  for (const [i, page] of pages.entries()) {
    for (const [number, node] of page.segments.entries()) {
      if (labels[i]![number] !== 'content') continue;
      all += page.chars[node]!;
      if (matched[i]![node] === 1) hit += page.chars[node]!;
    }
  }
  return hit / all;
}

/** 1 for every node inside an element that one of the selectors matches, by the library's own engine. */
function matchedNodes(page: Page, found: readonly string[]): Uint8Array {
  const matched = new Uint8Array(page.nodeCount);
  for (const selector of found)
    for (const node of createSelector(selector)(page)) matched.fill(1, node, page.subtreeEnd[node]!);
  return matched;
}

function judgedQuality(
  matched: readonly Uint8Array[],
  pages: readonly Page[],
  detector: Detector,
): { precision: number; recall: number } {
  let [hit, template, both] = [0, 0, 0];
  for (const [i, page] of pages.entries()) {
    const verdict = detector.judge(page);
    for (const node of page.segments) {
      const chars = page.chars[node]!;
      if (matched[i]![node] === 1) hit += chars;
      if (verdict.template[node] === 1) template += chars;
      if (matched[i]![node] === 1 && verdict.template[node] === 1) both += chars;
    }
  }
  return { precision: both / hit, recall: both / template };
}

describe.each(themeNames.map((theme, i) => [theme, 340 + i] as const))(
  'selectors of a %s site',
  (theme, seed) => {
    const synthetic = createSite({ seed, theme, pages: 40 });
    const made = Array.from({ length: 40 }, (_, order) => synthetic.page(order));
    const host = new URL(made[0]!.url).host.replace(/^www\./, '');
    const pages = made.map(pageOf);
    const labels = made.map((page) => page.labels);
    const export_ = ['--site', host, '--export', 'selectors'];

    it('match its template and spare its content', async () => {
      const { detector } = (await writeState(`${seed}.state`, { [host]: made }))[host]!;
      work.write(`${seed}.jsonl`, jsonLines(made));
      const run = await work.run(['sites', `${seed}.state`, ...export_, '--check', `${seed}.jsonl`]);
      expect(run.exitCode, run.stderr).toBe(0);
      const matched = pages.map((page) => matchedNodes(page, run.stdout.trimEnd().split('\n')));
      const { precision, recall } = judgedQuality(matched, pages, detector);
      expect(run.stderr).toContain(`precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}\n`);
      expect(precision).toBeGreaterThan(0.95);
      expect(recall).toBeGreaterThan(0.8);
      expect(goldContentShare(matched, pages, labels)).toBeLessThan(0.01);
    });

    it('spare it also when they were not tried on pages', async () => {
      const { stdout } = await work.run(['sites', `${seed}.state`, ...export_]);
      const matched = pages.map((page) => matchedNodes(page, stdout.trimEnd().split('\n')));
      expect(goldContentShare(matched, pages, labels)).toBeLessThan(0.05);
      expect(stdout.split('\n').length).toBeGreaterThan(3);
    });
  },
);
