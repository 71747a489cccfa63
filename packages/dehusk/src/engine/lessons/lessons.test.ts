/** Lessons on disk: order, bounded memory, and that nothing which was damaged is taken for whole. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { encodeLesson } from '../../detect/lesson.ts';
import { readPage } from '../../page/parse.ts';
import type { RawPage } from '../../page/raw-page.ts';
import { loadSavedSite } from '../saved-site.ts';
import { createTeacher } from '../teacher.ts';
import { decodeLessons, encodeLessons, LessonCoder, lessonOf } from './coded-lesson.ts';
import { fold } from './fold.ts';
import { type LearnReport, learnFiles } from './learn.ts';
import { LessonReader, LessonWriter } from './lesson-file.ts';
import { allHashes, compareKeys, shardOf, shardRange, siteHash } from './site-order.ts';
import { LessonSorter, mergeFiles } from './sort-lessons.ts';
import { openFoldedStates } from './state-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'dehusk-lessons-'));
afterAll(() => rmSync(folder, { recursive: true }));

const hashKey = [1, 2] as const;
const setting = { method: 'adaptive', options: {}, hashKey, siteBy: 'host' };
const { signal } = new AbortController();

const html = (site: string, page: number): string =>
  `<nav class="m${page % 3}"><a href="/">Home of ${site}</a> <b>News</b></nav><h1>Page ${page}</h1>
   <p>What page ${page} has to say.</p><p>half \ud83d of a pair</p><footer>Imprint of ${site}</footer>`;

function rawPage(site: string, page: number): RawPage {
  const bytes = new TextEncoder().encode(html(site, page));
  return { url: `https://${site}/${page}`, bytes, provenance: { file: 'x' } };
}

async function teach(): Promise<Awaited<ReturnType<typeof createTeacher>>> {
  const { findMethod } = await import('../../detect/registry.ts');
  const { resolveOptions } = await import('../../detect/method.ts');
  const options = resolveOptions(findMethod('adaptive'), {});
  return createTeacher({ method: 'adaptive', options, hashKey, limits: {}, toPage: readPage });
}

const sites = Array.from({ length: 40 }, (_, i) => `s${i}.example`);

describe('the order of lessons', () => {
  it('has each site in exactly one shard, whatever their number', () => {
    for (const count of [1, 2, 3, 7, 64, 1000]) {
      const ranges = Array.from({ length: count }, (_, i) => shardRange({ number: i + 1, count }));
      expect(ranges[0]!.first).toBe(0);
      expect(ranges.at(-1)!.end).toBe(2 ** 32);
      for (const [i, { first }] of ranges.slice(1).entries()) expect(first).toBe(ranges[i]!.end);
      for (const site of sites) {
        const { first, end } = ranges[shardOf(site, count) - 1]!;
        expect(siteHash(site) >= first && siteHash(site) < end).toBe(true);
      }
    }
  });

  it('spreads sites evenly', () => {
    const counts = new Array<number>(8).fill(0);
    for (let i = 0; i < 8000; i++) counts[shardOf(`www.site-${i}.example`, 8) - 1]!++;
    expect(Math.min(...counts)).toBeGreaterThan(850);
    expect(Math.max(...counts)).toBeLessThan(1150);
  });

  it('is the same however little memory there is', async () => {
    const teacher = await teach();
    const pages = sites.flatMap((site) => [3, 1, 2].map((page) => ({ site, page })));
    const orders: string[] = [];
    for (const limitBytes of [1e9, 60_000, 15_000]) {
      await using sorter = new LessonSorter(limitBytes);
      for (const { site, page } of pages) {
        const { id, title, digest, lesson } = teacher(rawPage(site, page));
        await sorter.add(
          { hash: siteHash(site), site, date: page === 3 ? '' : '2026', id, title, digest },
          lesson,
        );
      }
      const sorted = [];
      for await (const lesson of sorter.sorted()) sorted.push(lesson);
      expect(sorted).toHaveLength(pages.length);
      for (const [i, lesson] of sorted.slice(1).entries())
        expect(compareKeys(sorted[i]!, lesson)).toBeLessThan(0);
      orders.push(JSON.stringify(sorted.map(({ site, id, date }) => [site, date, id])));
    }
    expect(new Set(orders).size).toBe(1);
  });
});

describe('a lesson that is coded', () => {
  it('says what the page says, and has the same bytes when it is written down', async () => {
    const teacher = await teach();
    const coder = new LessonCoder();
    const taught = [1, 2, 3].map((page) => teacher(rawPage('a.example', page)));
    for (const { id, title, digest, lesson } of taught)
      coder.add({ hash: 0, site: 'a.example', date: '', id, title, digest }, lesson);
    const read = decodeLessons(encodeLessons(coder.take()), () => 0);
    expect(read.map(({ id }) => id)).toEqual(taught.map(({ id }) => id));
    for (const [i, { lesson }] of taught.entries())
      expect(encodeLesson(lessonOf(read[i]!), 'all')).toEqual(encodeLesson(lesson, 'all'));
  });
});

describe('files of lessons', () => {
  const fileOf = (name: string): string => join(folder, name);

  async function writeFileOf(name: string, pages: readonly (readonly [string, number])[]): Promise<void> {
    const teacher = await teach();
    await using sorter = new LessonSorter(1e9);
    for (const [site, page] of pages) {
      const { id, title, digest, lesson } = teacher(rawPage(site, page));
      await sorter.add({ hash: siteHash(site), site, date: '', id, title, digest }, lesson);
    }
    const writer = await LessonWriter.create(fileOf(name), { setting });
    for await (const lesson of sorter.sorted()) await writer.add(lesson);
    await writer.finish({ input: '' });
  }

  it('are merged in order, however many they are, and a shard has its sites only', async () => {
    const names = Array.from({ length: 60 }, (_, i) => `many-${i}.lessons`);
    for (const [i, name] of names.entries())
      await writeFileOf(name, [
        [sites[i % 40]!, i],
        [sites[(7 * i) % 40]!, 100 + i],
      ]);
    const ids: string[] = [];
    for (const number of [1, 2, 3]) {
      const range = shardRange({ number, count: 3 });
      for await (const lesson of mergeFiles(names.map(fileOf), range, LessonReader.open)) {
        expect(lesson.hash >= range.first && lesson.hash < range.end).toBe(true);
        ids.push(`${String(lesson.hash).padStart(10, '0')} ${lesson.site} ${lesson.id}`);
      }
    }
    expect(ids).toHaveLength(120);
    expect(ids).toEqual([...ids].sort());
  });

  it.each([3, 60])(
    'are closed again when one of %i cannot be opened, or nobody wants the rest',
    async (count) => {
      const names = Array.from({ length: count }, (_, i) => fileOf(`many-${i}.lessons`));
      let open = 0;
      const opening = async (name: string): Promise<LessonReader> => {
        if (name.endsWith('missing')) throw new Error('it is not there');
        const reader = await LessonReader.open(name);
        const close = reader[Symbol.asyncDispose].bind(reader);
        open++;
        return Object.assign(reader, {
          [Symbol.asyncDispose]: async () => {
            open--;
            await close();
          },
        });
      };
      const missing = mergeFiles([...names.slice(1), 'missing'], allHashes, opening);
      await expect(missing.next()).rejects.toThrow('it is not there');
      expect(open).toBe(0);
      for await (const _ of mergeFiles(names, allHashes, opening)) break;
      expect(open).toBe(0);
    },
  );

  it('that are cut or damaged anywhere say so', async () => {
    await writeFileOf(
      'whole.lessons',
      sites.slice(0, 5).map((site, i) => [site, i] as const),
    );
    const whole = readFileSync(fileOf('whole.lessons'));
    const readAll = async (): Promise<number> => {
      await using reader = await LessonReader.open(fileOf('damaged.lessons'));
      let count = 0;
      for await (const _ of reader.lessons(allHashes)) count++;
      return count;
    };
    writeFileSync(fileOf('damaged.lessons'), whole);
    expect(await readAll()).toBe(5);
    for (let at = 0; at < whole.length; at += 1 + (whole.length >> 6)) {
      writeFileSync(fileOf('damaged.lessons'), whole.subarray(0, at));
      await expect(readAll(), `cut at ${at}`).rejects.toThrow('has no lessons that can be read');
      const flipped = Buffer.from(whole);
      flipped[at]! ^= 0x10;
      writeFileSync(fileOf('damaged.lessons'), flipped);
      await expect(readAll(), `flipped at ${at}`).rejects.toThrow('has no lessons that can be read');
    }
  });
});

describe('states of lessons', () => {
  const report: LearnReport = {
    tally: { addBytes: () => undefined, addPage: () => undefined, addPassed: () => undefined },
    messages: { info: () => undefined },
    fail: ({ error }) => {
      throw error;
    },
  };

  async function learn(name: string, pages: readonly (readonly [string, number])[]): Promise<string> {
    const input = join(folder, `${name}.jsonl`);
    writeFileSync(
      input,
      pages
        .map(
          ([site, page]) => `${JSON.stringify({ url: `https://${site}/${page}`, html: html(site, page) })}\n`,
        )
        .join(''),
    );
    const { findMethod } = await import('../../detect/registry.ts');
    const { resolveOptions } = await import('../../detect/method.ts');
    await learnFiles(
      [{ file: input }],
      {
        inputs: [input],
        output: join(folder, name),
        reading: {},
        siteBy: undefined,
        limits: {},
        method: 'adaptive',
        methodOptions: resolveOptions(findMethod('adaptive'), {}),
        hashKey,
        memoryBytes: 1e8,
        signal,
      },
      report,
    );
    return join(folder, name);
  }

  const days = [1, 2].map((day) =>
    sites.flatMap((site) => [0, 1, 2].map((page) => [site, 10 * day + page] as const)),
  );

  it('of yesterday and the lessons of today are what all lessons give', async () => {
    const [monday, tuesday] = [await learn('monday', days[0]!), await learn('tuesday', days[1]!)];
    const place = (name: string): string => join(folder, name);
    await fold({ inputs: [monday, tuesday], output: place('both'), shards: 3, signal });
    await fold({ inputs: [monday], output: place('first'), shards: 2, signal });
    const counts = await fold({
      inputs: [place('first'), tuesday],
      output: place('then'),
      shards: 3,
      signal,
    });
    expect(counts).toMatchObject({ sites: 40, pages: 240, repeated: 0 });
    for (const number of [1, 2, 3]) {
      const name = `shard-${number}-of-3.states`;
      expect(readFileSync(join(place('then'), name)).equals(readFileSync(join(place('both'), name)))).toBe(
        true,
      );
    }
    // The same lessons again teach nothing.
    const again = await fold({ inputs: [place('then'), monday], output: place('again'), shards: 3, signal });
    expect(again).toMatchObject({ pages: 240, repeated: 120 });
    expect(readFileSync(join(place('again'), 'shard-1-of-3.states'))).toEqual(
      readFileSync(join(place('both'), 'shard-1-of-3.states')),
    );
  });

  it('are found by name, with the template in words', async () => {
    await using states = await openFoldedStates(join(folder, 'both'));
    for (const site of sites) {
      const saved = await loadSavedSite(states, site);
      expect(saved?.facts.pageCount).toBe(6);
      expect(saved?.templateSegments.map(({ text }) => text)).toContain(`Imprint of ${site}`);
    }
    expect(await states.loadSite('nobody.example')).toBeUndefined();
    const names: string[] = [];
    for await (const { site } of states.sites()) names.push(site);
    expect(names).toEqual([...sites].sort());
  });

  it('are found by many at once, in more shards than are open at a time', async () => {
    const output = join(folder, 'many-shards');
    await fold({ inputs: [join(folder, 'monday')], output, shards: 150, signal });
    await using states = await openFoldedStates(output);
    const asked = Array.from({ length: 300 }, (_, i) => sites[i] ?? `nobody-${i}.example`);
    const found = await Promise.all(asked.map((site) => states.loadSite(site)));
    expect(found.map((state) => state?.facts.pageCount)).toEqual(
      asked.map((_, i) => (i < 40 ? 3 : undefined)),
    );
  });

  it('that are damaged say so', async () => {
    const file = join(folder, 'both', 'shard-2-of-3.states');
    const whole = readFileSync(file);
    for (let at = 200; at < whole.length; at += 1 + (whole.length >> 4)) {
      const flipped = Buffer.from(whole);
      flipped[at]! ^= 1;
      writeFileSync(file, flipped);
      const readAll = async (): Promise<void> => {
        await using states = await openFoldedStates(join(folder, 'both'));
        for await (const _ of states.sitesIn(allHashes));
      };
      await expect(readAll(), `flipped at ${at}`).rejects.toThrow('damaged');
    }
    rmSync(file);
    await expect(openFoldedStates(join(folder, 'both'))).rejects.toThrow('shard 2 of 3 is not in');
    writeFileSync(file, whole);
  });
});
