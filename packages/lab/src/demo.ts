/** `npm start`: makes a small crawl of invented sites, runs the real command over it, and shows a page. */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ExitCode } from 'dehusk/parts';
import type { Output } from './experiment.ts';
import { dehuskCommand } from './programs.ts';
import { createCrawl, writeCorpus } from './synthetic/synthetic-crawl.ts';

const sitesFolder = 'demo/sites';
const output = 'demo/clean.jsonl';

interface DemoRecord {
  readonly id: string;
  readonly text: string;
  readonly template_text: string;
  readonly template: { readonly ratio: number };
}

export async function run(_args: readonly string[], out: Output): Promise<number> {
  const pageBytes = { min: 3_000, max: 20_000 };
  const { sites, pages } = createCrawl({ seed: 1, sites: 6, pagesPerSite: [20, 60], pageBytes });
  rmSync(sitesFolder, { recursive: true, force: true });
  await writeCorpus(sitesFolder, sites);
  out.line(`Made ${pages} pages of ${sites.length} invented sites in ${sitesFolder}:`);
  for (const site of sites) out.line(`  ${site.name} (${site.pages} pages)`);

  const args = ['clean', sitesFolder, '--template-text', '-o', output];
  out.line(`\n$ dehusk ${args.join(' ')}`);
  const { status } = spawnSync(process.execPath, [dehuskCommand, ...args], { stdio: 'inherit' });
  if (status !== 0) return status ?? ExitCode.failed;

  const records = readFileSync(output, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as DemoRecord);
  const meanRatio = records.reduce((sum, { template }) => sum + template.ratio, 0) / records.length;
  out.line(
    `\n${output} has ${records.length} lines, one page each; ${percent(meanRatio)} of their text was template.`,
  );
  // A page of the first site that has something of both to show.
  const shown = records
    .slice(0, sites[0]!.pages)
    .find(({ text, template }) => template.ratio > 0.2 && text.length > 400);
  if (shown !== undefined) {
    out.line(`\n${shown.id}\n\n  taken away (${percent(shown.template.ratio)}):`);
    out.line(excerpt(shown.template_text, 10));
    out.line('\n  kept:');
    out.line(excerpt(shown.text, 10));
  }
  const command = path.relative('.', dehuskCommand);
  out.line(`\nLook at more:
  node ${command} clean ${sitesFolder} --format marked-html -o demo/marked/ --keep-dirs
  node ${command} clean --help`);
  return ExitCode.done;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

function excerpt(text: string, lines: number): string {
  const filled = text.split('\n').filter((line) => line.trim() !== '');
  const cut = filled.slice(0, lines).map((line) => `    ${line.slice(0, 100)}`);
  return [...cut, ...(filled.length > lines ? ['    …'] : [])].join('\n');
}
