import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cpuMs } from '../../../../../test/cpu-ms.ts';
import { robotsCases } from '../../../../../test/http/robots-cases.ts';
import { parseRobots, type RobotsRules, ruleAgainst } from './robots-rules.ts';

const origin = 'https://example.com';

function rulesOf(robots: string): RobotsRules {
  return parseRobots(new TextEncoder().encode(robots), 'dehusk');
}

function isAllowed(robots: string, path: string): boolean {
  return ruleAgainst(rulesOf(robots), new URL(path, origin)) === undefined;
}

const verdicts = robotsCases.flatMap(({ about, robots, allowed = [], forbidden = [] }) => [
  ...allowed.map((path) => ({ about, robots, path, expected: true })),
  ...forbidden.map((path) => ({ about, robots, path, expected: false })),
]);

describe('robots.txt', () => {
  it.each(verdicts)('$about: $path → $expected', ({ robots, path, expected }) => {
    expect(isAllowed(robots, path)).toBe(expected);
  });

  it('names the rule and its line', () => {
    const rules = rulesOf('User-agent: *\n# a comment\nDisallow: /ü*b$');
    expect(ruleAgainst(rules, new URL('/ü/b', origin))).toMatchObject({
      line: 3,
      text: 'Disallow: /%C3%BC*b$',
    });
  });

  it('decides as regular expressions would', () => {
    const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '/', '*', '$'), maxLength: 8 });
    const path = fc.string({ unit: fc.constantFrom('a', 'b', '/'), maxLength: 10 });
    const rule = fc.record({ allow: fc.boolean(), pattern: pattern.map((text) => `/${text}`) });
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 4 }), path, (rules, end) => {
        const lines = rules.map(({ allow, pattern: text }) => `${allow ? 'Allow' : 'Disallow'}: ${text}`);
        const url = new URL(`${origin}/x`);
        url.pathname = `/${end}`;
        const robots = rulesOf(['User-agent: *', ...lines].join('\n'));
        expect(ruleAgainst(robots, url) === undefined).toBe(naiveVerdict(rules, url.pathname));
      }),
      { numRuns: 2_000 },
    );
  });

  it('takes a file of nothing but wildcards in reasonable time', () => {
    const lines = Array.from({ length: 5_000 }, (_, n) => `Disallow: /${'*a'.repeat(40)}${n}`);
    const rules = rulesOf(['User-agent: *', ...lines].join('\n'));
    const page = new URL(`/${'a'.repeat(2_000)}`, origin);
    expect(cpuMs(() => expect(ruleAgainst(rules, page)).toBeUndefined())).toBeLessThan(1_000);
  });
});

describe('the crawl delay', () => {
  it.each([
    ['User-agent: *\nCrawl-delay: 2', 2_000],
    ['User-agent: *\nCrawl-delay: 0.5\nDisallow: /x', 500],
    ['User-agent: *\nDisallow: /x\nCrawl-delay: 7', 7_000],
    ['User-agent: *\nCrawl-delay: 2\nCrawl-delay: 9\nCrawl-delay: 3', 9_000],
    ['User-agent: *\nCrawl-delay: 2\n\nUser-agent: dehusk\nDisallow: /x', 0],
    ['User-agent: *\nCrawl-delay: 2\n\nUser-agent: dehusk\nCrawl-delay: 5', 5_000],
    ['User-agent: other\nCrawl-delay: 2', 0],
    ['User-agent: other\nCrawl-delay: 2\n\nUser-agent: *\nDisallow: /x', 0],
    ['User-agent: other\nUser-agent: dehusk\nCrawl-delay: 2\nDisallow: /x', 2_000],
    ['User-agent: *\nCrawl-delay: soon', 0],
    ['User-agent: *\nCrawl-delay: -1', 0],
    ['User-agent: *\nCrawl-delay: 1e9', 0],
    ['User-agent: *\nCrawl-delay: Infinity', 0],
    ['User-agent: *\nCrawl-delay:', 0],
    ['Crawl-delay: 2\nUser-agent: *', 0],
  ])('of %j is %d ms', (robots, expected) => {
    expect(rulesOf(robots).crawlDelayMs).toBe(expected);
  });
});

/** RFC 9309, 2.2.2, word by word. */
function naiveVerdict(rules: readonly { allow: boolean; pattern: string }[], path: string): boolean {
  const octets = (pattern: string): number => pattern.replace(/\$(?!$)/g, '%24').length;
  const matching = rules.filter(({ pattern }) => {
    const source = pattern.replace(/\$(?!$)/g, '\\$').replaceAll('*', '.*');
    return new RegExp(`^${source}`).test(path);
  });
  const most = Math.max(...matching.map(({ pattern }) => octets(pattern)));
  const best = matching.filter(({ pattern }) => octets(pattern) === most);
  return best.length === 0 || best.some(({ allow }) => allow);
}
