/** The documents that are made from the program say what it says. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as crawlee from '../packages/dehusk/src/crawlee/crawlee.ts';
import { expectedText } from '../packages/dehusk/src/detect/method.ts';
import * as dom from '../packages/dehusk/src/dom.ts';
import * as library from '../packages/dehusk/src/index-node.ts';
import * as node from '../packages/dehusk/src/node.ts';

describe('the documents made from the program', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/make-docs.js', '--check'], {
    encoding: 'utf8',
  });
  const api = readFileSync('docs/API.md', 'utf8');

  // It fails for a name without a comment too.
  it('are as `npm run docs` makes them, each name with a comment', () => {
    expect(stderr).toBe('');
    expect(status).toBe(0);
  });

  it('have about as many stable names as one can learn', async ({ annotate }) => {
    const count = Number(stdout.match(/^(\d+) stable names$/m)?.[1]);
    expect(count).toBeGreaterThanOrEqual(40);
    expect(count).toBeLessThanOrEqual(50);
    expect(api).toContain(`These ${count} names are stable`);
    await annotate(`${count} stable names`);
  });

  it('have every value that can be imported', () => {
    const names = [library, node, dom, crawlee].flatMap((entry) => Object.keys(entry));
    expect(names.length).toBeGreaterThan(15);
    for (const name of names) expect(api).toMatch(new RegExp(`^### \`${name}\`$`, 'm'));
  });

  it('have every method', () => {
    const document = readFileSync('docs/METHODS.md', 'utf8');
    for (const { name, summary, options } of library.methods) {
      const section = document.split(/^## /m).find((text) => text.startsWith(`\`${name}\``));
      expect(section).toContain(summary.slice(1));
      const rows = section!.split('\n').filter((line) => line.startsWith('| `'));
      expect(rows).toEqual(
        Object.entries(options).map(([option, about]) => {
          return `| \`${option}\` | \`${about.default}\` | ${expectedText(about)} | ${about.help} |`;
        }),
      );
    }
  });
});
