/** Links of the documents lead to files that are there, and to headings that these have. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

const documents = execFileSync('git', ['ls-files', '*.md'], { encoding: 'utf8' }).trim().split('\n');
const sources = new Map(documents.map((file) => [file, withoutCode(readFileSync(file, 'utf8'))]));

function withoutCode(markdown: string): string {
  return markdown.replace(/^```.*?^```/gms, '').replace(/`[^`\n]*`/g, 'code');
}

/** As forges make them of headings: lower case, signs gone, spaces to hyphens. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}

function anchorsIn(file: string): ReadonlySet<string> {
  const headings = readFileSync(file, 'utf8').matchAll(/^#{1,6} (.+)$/gm);
  return new Set(Array.from(headings, ([, heading]) => anchorOf(heading!.replaceAll('`', ''))));
}

describe.each([...sources])('the links of %s', (file, text) => {
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!);
  const own = links.filter((target) => !/^[a-z]+:/i.test(target));

  it('lead somewhere', () => {
    const dead = own.filter((target) => {
      const [path = '', anchor] = target.split('#');
      const found = path === '' ? file : normalize(join(dirname(file), path));
      if (!existsSync(found)) return true;
      return anchor !== undefined && found.endsWith('.md') && !anchorsIn(found).has(anchor);
    });
    expect(dead).toEqual([]);
  });
});

/** Where a path may begin that a document names: at the root, or in the folders that most of them speak of. */
const pathRoots = ['', 'packages/dehusk/src/', 'packages/lab/src/', 'docs/methods/'];

it('files that the documents name by a path are there', () => {
  const named = documents
    .filter((file) => file !== 'CHANGELOG.md')
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/`([\w.-]+(?:\/[\w.-]+)+\.(?:ts|js|json|md|py))`/g)].map(
        ([, path]) => ({ file, path: path! }),
      ),
    );
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter(({ path }) => !pathRoots.some((root) => existsSync(root + path)))).toEqual([]);
});

it('there are links to check', () => {
  expect([...sources.values()].join('').split('](').length).toBeGreaterThan(50);
});

it('the guides show commands that exist', () => {
  const commands = new Set(
    [...readFileSync('docs/COMMANDS.md', 'utf8').matchAll(/^## dehusk (\w+)$/gm)].map(([, name]) => name),
  );
  const flags = readFileSync('docs/COMMANDS.md', 'utf8');
  const guides = documents.filter((file) => file.startsWith('docs/guide/'));
  expect(guides.length).toBeGreaterThan(3);
  for (const guide of guides)
    for (const [, line] of readFileSync(guide, 'utf8').matchAll(/^dehusk (.+)$/gm)) {
      const words = line!.split(/\s+/);
      expect(commands, `${guide}: ${line}`).toContain(words[0]);
      for (const flag of words.filter((word) => word.startsWith('--')))
        expect(flags, `${guide}: ${line}`).toContain(flag);
    }
});
