import { expect, it } from 'vitest';
import { captureStderr } from '../../../../test/cli/capture-stderr.ts';
import { run } from './program.ts';

/** More of what `test/cli/index-search.test.ts` checks with the real command: here without a process for each. */
const said = captureStderr();

const index = ['index', 'pages', '-o', 'x.index'];
const search = ['search', 'x.index', 'ant'];

it.each([
  [['index'], 'no INPUT given'],
  [['index', 'pages', '-o', '-'], "-o takes the name of a file, not '-'"],
  [['index', 'pages', '-o', 'x/'], "-o takes the name of a file, not 'x/'"],
  [['index', '-', '-', '-o', 'x.index'], 'standard input can be read only once'],
  [[...index, '--set', 'memoryPage=3'], '(did you mean memoryPages?)'],
  [[...index, '--method', 'index-time', '--set', 'variable=3'], '(did you mean variables?)'],
  [[...index, '--set', 'variables'], "--set takes NAME=VALUE, not 'variables'"],
  [[...index, '--method', 'shingel'], '(did you mean shingle?)'],
  [[...index, '--batch-pages', '0'], '--batch-pages takes a whole number above 0'],
  [
    [...index, '--field', 'html=x', '--input-format', 'warc'],
    '--field cannot be used with --input-format warc',
  ],
  [[...index, '--base-url', 'x'], 'x is not an absolute URL'],
  [[...index, '--site-by', 'x'], 'a site is told by host'],
  [[...index, '--quiet', '--verbose'], '--quiet cannot be used with --verbose'],
  [[...search, '--list-links'], '--list-links needs --format json'],
  [[...search, '--quiet', '--verbose'], '--quiet cannot be used with --verbose'],
  [[...search, '--weights', 'titel=2'], '--weights takes weights such as title=2,content=1,template=0.1'],
  [[...search, '--weights', 'title=-2'], '--weights takes weights such as'],
  [[...search, '--weights', 'title=0,content=0,template=0'], 'not all of them 0'],
  [[...search, '--limit', '0'], '--limit takes a whole number above 0'],
  [[...search, '--offset', 'x'], '--offset takes a whole number'],
  [[...search, '--rank', 'bm52'], "--rank takes bm25 or pivoted, not 'bm52'"],
  [['search', 'x.index'], "missing required argument 'QUERY'"],
])('%j is wrong usage', async (args, message) => {
  expect(await run(args)).toBe(2);
  expect(said()).toContain(message);
});
