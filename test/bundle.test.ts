/** What a browser gets: an extension with live documents little, anybody nothing of Node. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { parseHTML } from 'linkedom';
import { build, type OutputChunk } from 'rolldown';
import { describe, expect, it } from 'vitest';
import type { CleanedPage, DomPage } from '../packages/dehusk/src/dom.ts';
import * as source from '../packages/dehusk/src/dom.ts';
import type { DomDocument } from '../packages/dehusk/src/page/from-dom.ts';
import { createSite } from '../packages/lab/src/synthetic/synthetic-site.ts';

/** Some of it is the fitted model, what the default method asks of pages a third; 5 KB tell what readers see. */
const MOST_KIBIBYTES = 90;

async function bundle(entry: string): Promise<readonly OutputChunk[]> {
  const { output } = await build({
    cwd: new URL('../packages/dehusk/', import.meta.url).pathname,
    input: entry,
    platform: 'browser',
    external: /^node:/,
    logLevel: 'silent',
    write: false,
    // Marks for bundlers are comments.
    output: { format: 'esm', minify: true, comments: false },
  });
  return output.filter((part) => part.type === 'chunk');
}

/** What is imported and is not inside. */
function missing(chunks: readonly OutputChunk[]): readonly string[] {
  const inside = new Set(chunks.map(({ fileName }) => fileName));
  const imported = chunks.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports]);
  return imported.filter((name) => !inside.has(name));
}

describe('the bundle of dehusk/dom', () => {
  it('is one small file', async ({ annotate }) => {
    const chunks = await bundle('dist/dom.js');
    expect(chunks).toHaveLength(1);
    expect(missing(chunks)).toEqual([]);
    const bytes = Buffer.byteLength(chunks[0]!.code);
    await annotate(`${bytes} bytes minified, ${gzipSync(chunks[0]!.code).length} with gzip`);
    expect(bytes).toBeGreaterThan((MOST_KIBIBYTES * 1024) / 3);
    expect(bytes).toBeLessThanOrEqual(MOST_KIBIBYTES * 1024);
    expect(readFileSync('README.md', 'utf8')).toContain(`(at most ${MOST_KIBIBYTES} KiB minified)`);
  });

  it('has no HTML parser, no charset table, no public suffix list inside', async () => {
    const modules = (await bundle('src/dom.ts')).flatMap(({ moduleIds }) => moduleIds);
    const ours = modules.flatMap((id) => id.match(/\/packages\/dehusk\/src\/(.+)$/)?.[1] ?? []);
    expect(ours).toContain('detect/adaptive/adaptive.ts');
    expect(ours.filter((path) => /^page\/(html\/|parse|charset|select\.)/.test(path))).toEqual([]);
    expect(ours.filter((path) => /^(input|search|compare|cli)\/|sqlite/.test(path))).toEqual([]);
    // Of the one library that is inside, checksums and no encodings.
    const others = modules.flatMap((id) => id.match(/\/node_modules\/(.+)$/)?.[1] ?? []);
    expect(
      others.filter((path) => !/^@exodus\/bytes\/(crc|fallback\/(crc|platform|_utils))/.test(path)),
    ).toEqual([]);
  });
});

describe('dehusk/dom as it is built', () => {
  const site = createSite({ seed: 31, pages: 7 });
  const sent = Array.from({ length: 7 }, (_, order) => site.page(order));
  const hashKey = [31, 41] as const;

  /** Everything that a user can ask of it. */
  async function answers({ clean, createCleaner, fromDom }: typeof source): Promise<unknown> {
    const live = ({ html, url }: { html: string; url: string }): DomPage =>
      fromDom(parseHTML(html).document as unknown as DomDocument, { url, hashKey });
    const overrides = { keep: ['h1'], drop: ['footer'] };
    const cleaner = createCleaner({ overrides, hashKey });
    const shape = { blocks: true, links: true, templateText: true, frontMatter: true } as const;
    const records: unknown[] = [];
    for (const page of [...sent, sent[3]!]) {
      const cleaned = (await cleaner.add(live(page))) as CleanedPage;
      const { id, url, site: key, text, guarded, verdict } = cleaned;
      records.push({ id, url, key, text, guarded, verdict, record: cleaned.record(shape) });
    }
    const { text: judged } = await cleaner.judge(live(sent[5]!));
    const failures = [
      await cleaner.learn({ html: '<p>one' }),
      await cleaner.add(fromDom(parseHTML('<p>one').document as never)),
    ];
    await cleaner.commit();
    await cleaner[Symbol.asyncDispose]();
    const again: string[] = [];
    for await (const { text } of clean(sent.map(live), { twoPass: true, hashKey })) again.push(text);
    const refused = ['method', 'siteBy', 'state'].map((option) => {
      try {
        return createCleaner({ [option]: 'none' });
      } catch (error) {
        return (error as Error).message;
      }
    });
    const reasons = failures.map((failure) => failure?.error?.message);
    return { records, judged, reasons, again, refused };
  }

  it('does what its sources do, though much is left out and numbers stand for names', async () => {
    const file = '../packages/dehusk/dist/dom.js';
    const built = await answers((await import(file)) as typeof source);
    const expected = await answers(source);
    expect(built).toEqual(expected);
    expect(JSON.stringify(expected)).toMatch(
      /"template":true.*parsed with another hash key.*no method is called/,
    );
  });
});

describe('the library in a browser', () => {
  it('asks nothing of Node, and is all there', async ({ annotate }) => {
    const chunks = await bundle('dist/index.js');
    expect(missing(chunks)).toEqual([]);
    expect(chunks.find(({ isEntry }) => isEntry)!.exports).toContain('createCleaner');
    const bytes = chunks.reduce((sum, { code }) => sum + Buffer.byteLength(code), 0);
    await annotate(`${bytes} bytes minified, in ${chunks.length} files`);
  });

  it('cleans pages', () => {
    const program = `
      import { createCleaner } from './packages/dehusk/dist/index.js';
      const bytes = Buffer.from('<p>Caf\\xe9 \\xa1\\xb0', 'latin1');
      for (const charset of ['windows-1252', 'gb18030']) {
        const contentType = 'text/html; charset=' + charset;
        console.log((await createCleaner({ siteBy: 'domain' }).add({ bytes, contentType })).text);
      }`;
    const args = ['--input-type=module', '--eval', program];
    expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toBe('Café ¡°\nCaf\ufffd “\n');
  });

  it('would notice a module of Node', async () => {
    expect(missing(await bundle('dist/index-node.js'))).toContain('node:fs');
  });
});
