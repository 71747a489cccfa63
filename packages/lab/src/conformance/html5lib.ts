/**
 * The html5lib tests: does any case throw, in how many is the visible text parse5's, and is every encoding found?
 *
 *   npm run conformance:html5lib [-- FOLDER] [--verbose]     (default ../shared/html5lib-tests)
 *
 * Exits with 1 if a case throws or an encoding is wrong. docs/PARSING.md lists the kinds of difference.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseText } from '../../../dehusk/src/page/parse.ts';
import { pageTexts } from './page-texts.ts';
import { type PathText, referenceTexts } from './reference-texts.ts';

const folder =
  process.argv.slice(2).find((argument) => !argument.startsWith('--')) ?? '../shared/html5lib-tests';
const verbose = process.argv.includes('--verbose');
let thrown = 0;

/** Sections of a `.dat` file: each case starts at its `#data` line. */
function datCases(file: string): readonly Buffer[] {
  const content = readFileSync(file);
  const starts: number[] = [];
  const marker = '#data\n';
  for (let at = content.indexOf(marker); at >= 0; at = content.indexOf(`\n${marker}`, at + 1) + 1 || -1)
    starts.push(at);
  return starts.map((start, i) => content.subarray(start + marker.length, starts[i + 1] ?? content.length));
}

function datFiles(name: string): readonly string[] {
  const path = join(folder, name);
  return readdirSync(path)
    .filter((file) => file.endsWith('.dat'))
    .map((file) => join(path, file));
}

function attempt<Result>(label: string, action: () => Result): Result | undefined {
  try {
    return action();
  } catch (error) {
    thrown++;
    console.log(`THROWN ${label}: ${String(error)}`);
    return undefined;
  }
}

function compareTrees(): void {
  const counts = { cases: 0, sameText: 0, samePaths: 0 };
  for (const file of datFiles('tree-construction')) {
    for (const entry of datCases(file)) {
      const section = entry.toString('utf8');
      if (section.includes('\n#document-fragment\n')) continue;
      const html = section.slice(0, section.search(/\n?#errors\n/));
      counts.cases++;
      const actual = attempt(file, () => pageTexts(parseText(html)));
      const expected = referenceTexts(html);
      if (actual === undefined) continue;
      const joined = (texts: readonly PathText[]): string => texts.map(({ text }) => text).join(' ');
      const sameText = joined(actual) === joined(expected);
      const samePaths = JSON.stringify(actual) === JSON.stringify(expected);
      if (sameText) counts.sameText++;
      if (samePaths) counts.samePaths++;
      if (verbose && !samePaths) {
        console.log(`${sameText ? 'PATH' : 'TEXT'} ${file}\n  ${JSON.stringify(html.slice(0, 300))}`);
        console.log(
          `  parse5 ${JSON.stringify(expected).slice(0, 300)}\n  dehusk ${JSON.stringify(actual).slice(0, 300)}`,
        );
      }
    }
  }
  console.log(`tree construction: ${counts.cases} whole documents`);
  console.log(`  visible text equal: ${counts.sameText} (${percent(counts.sameText, counts.cases)})`);
  console.log(`  and paths equal:    ${counts.samePaths} (${percent(counts.samePaths, counts.cases)})`);
}

function percent(count: number, total: number): string {
  return `${((100 * count) / total).toFixed(2)} %`;
}

function feedTokenizerCases(): void {
  let cases = 0;
  for (const file of readdirSync(join(folder, 'tokenizer')).filter((name) => name.endsWith('.test'))) {
    const { tests = [] } = JSON.parse(readFileSync(join(folder, 'tokenizer', file), 'utf8')) as {
      tests?: readonly { description: string; input: string }[];
    };
    for (const { description, input } of tests) {
      cases++;
      attempt(`${file} ${description}`, () => parseText(input));
    }
  }
  console.log(`tokenizer: ${cases} inputs parsed`);
}

function checkEncodings(): number {
  let cases = 0;
  let wrong = 0;
  for (const file of datFiles('encoding')) {
    for (const entry of datCases(file)) {
      const mark = entry.lastIndexOf('#encoding\n');
      const bytes = entry.subarray(0, Math.max(0, mark - 1));
      const expected = entry
        .subarray(mark + '#encoding\n'.length)
        .toString('latin1')
        .trim();
      const page = attempt(file, () => parse({ bytes }));
      cases++;
      if (page?.encoding.toLowerCase() === expected.toLowerCase()) continue;
      wrong++;
      console.log(
        `ENCODING ${file}: expected ${expected}, found ${page?.encoding}\n  ${JSON.stringify(bytes.toString('latin1').slice(0, 300))}`,
      );
    }
  }
  console.log(`encoding: ${cases - wrong} of ${cases} as expected`);
  return wrong;
}

compareTrees();
feedTokenizerCases();
const wrong = checkEncodings();
console.log(`thrown: ${thrown}`);
if (thrown > 0 || wrong > 0) process.exitCode = 1;
