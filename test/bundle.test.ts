/** What a browser gets: an extension with live documents little, anybody nothing of Node. */
import { execFileSync } from 'node:child_process';
import { gzipSync } from 'node:zlib';
import { build, type OutputChunk } from 'rolldown';
import { describe, expect, it } from 'vitest';

/** A tenth of it is the fitted model, and what the default method asks of pages another third. */
const MOST_BYTES = 110_000;

async function bundle(entry: string): Promise<readonly OutputChunk[]> {
  const { output } = await build({
    cwd: new URL('../packages/dehusk/', import.meta.url).pathname,
    input: entry,
    platform: 'browser',
    external: /^node:/,
    logLevel: 'silent',
    write: false,
    output: { format: 'esm', minify: true },
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
    expect(bytes).toBeGreaterThan(MOST_BYTES / 3);
    expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
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
