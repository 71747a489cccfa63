/** `npm start`: three small invented sites, cleaned by the real command, and a page that shows what happened and why. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type CleanedPage, clean, type PageRecord } from 'dehusk';
import { ExitCode, readNormalText, splitBlocks } from 'dehusk/parts';
import type { Output } from '../experiment.ts';
import { dehuskCommand } from '../programs.ts';
import { demoPage, type ShownPage } from './demo-page.ts';
import type { DemoSite } from './demo-site.ts';
import { manual } from './sites/manual.ts';
import { seedShop } from './sites/seed-shop.ts';
import { tideMill } from './sites/tide-mill.ts';

const folder = 'demo';
const crawl = `${folder}/crawl.jsonl`;
const output = `${folder}/clean.jsonl`;
const shownFile = `${folder}/index.html`;

const sites: readonly DemoSite[] = [tideMill, seedShop, manual];
/** The page that is told of first: an article, long enough to have something of both. */
const firstPage = 'https://tide-mill.example/news/owls-in-the-loft';

interface CrawledPage {
  readonly url: string;
  readonly html: string;
}

export async function run(_args: readonly string[], out: Output): Promise<number> {
  const pages: readonly CrawledPage[] = sites.flatMap(({ host, pages: ofSite }) =>
    ofSite.map((page) => ({ url: `https://${host}${page.path}`, html: page.html })),
  );
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  writeFileSync(crawl, pages.map((page) => `${JSON.stringify(page)}\n`).join(''));
  out.line(`${crawl} has ${pages.length} pages of ${sites.length} invented sites:`);
  for (const { host, what, pages: ofSite } of sites) out.line(`  ${host}: ${what} (${ofSite.length} pages)`);

  const args = ['clean', crawl, '--template-text', '--explain', '-o', output];
  out.line(`\n$ dehusk ${args.join(' ')}`);
  const { status } = spawnSync(process.execPath, [dehuskCommand, ...args], { stdio: 'inherit' });
  if (status !== 0) return status ?? ExitCode.failed;

  const records = readFileSync(output, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as PageRecord);
  tellOfOne(records, out);
  writeFileSync(shownFile, demoPage(sites, await shownPages(pages), firstPage));
  const command = path.relative('.', dehuskCommand);
  out.line(`\nOpen this file in a browser to see every page beside its content and its template, and why:
  ${pathToFileURL(shownFile)}

Go on from here:
  node ${command} clean ${crawl} --format markdown -o ${folder}/texts/
  node ${command} clean --help`);
  return ExitCode.done;
}

function tellOfOne(records: readonly PageRecord[], out: Output): void {
  const { url, text, template_text, template, blocks } = records.find((record) => record.url === firstPage)!;
  const mean = records.reduce((sum, record) => sum + record.template.ratio, 0) / records.length;
  out.line(
    `\n${records.length} pages cleaned; ${percent(mean)} of their text was template. One of them, ${url}:`,
  );
  out.line(`\n  taken away (${percent(template.ratio)}):`);
  out.line(excerpt(template_text!, 8));
  out.line('\n  kept:');
  out.line(excerpt(text!, 8));
  const menu = blocks!.find((block) => block.template)!;
  const reasons = menu.why!.filter((reason) => reason.for === 'template').slice(0, 3);
  out.line('\n  why its first block was taken away (the page below explains the words):');
  out.line(`    seen on ${menu.seen} of ${menu.of} pages of the site`);
  for (const { fact } of reasons) out.line(`    ${fact}`);
}

/** The same pages through the library, which has the verdict on every text. */
async function shownPages(pages: readonly CrawledPage[]): Promise<readonly ShownPage[]> {
  const shown: ShownPage[] = [];
  const options = { twoPass: true, record: { explain: true, format: 'html' } } as const;
  for await (const page of clean(pages, options)) {
    if (page.error) throw page.error;
    shown.push(shownPage(page, pages[shown.length]!));
  }
  return shown;
}

function shownPage(cleaned: CleanedPage, { url, html }: CrawledPage): ShownPage {
  const { page, verdict, site } = cleaned;
  const record = cleaned.record();
  const { count, start } = splitBlocks(page);
  const texts = Array.from({ length: count }, (_, block) =>
    Array.from(page.segments.slice(start[block]!, start[block + 1]!), (node) => ({
      text: readNormalText(page, node),
      block,
      isTemplate: verdict.template[node] === 1,
      score: verdict.score[node]!,
    })),
  );
  return {
    site,
    url,
    title: record.metadata.title,
    ratio: record.template.ratio,
    page: html,
    content: record.html!,
    texts: texts.flat(),
    blocks: record.blocks!.map(({ seen, of, why = [] }) => ({ seen, of, why })),
  };
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

function excerpt(text: string, lines: number): string {
  const filled = text.split('\n').filter((line) => line.trim() !== '');
  const cut = filled
    .slice(0, lines)
    .map((line) => `    ${line.length > 100 ? `${line.slice(0, 99)}…` : line}`);
  return [...cut, ...(filled.length > lines ? ['    …'] : [])].join('\n');
}
