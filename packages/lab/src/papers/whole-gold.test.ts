import { type Page, parseText } from 'dehusk/parts';
import { expect, it } from 'vitest';
import type { CorpusSite } from '../corpus/read-corpus.ts';
import { GoldLabel } from '../gold/gold-labels.ts';
import type { ReadLabels } from '../gold/read-gold.ts';
import { wholeGold } from './whole-gold.ts';

const urls = ['https://a.example/1', 'https://a.example/2'];
const pages: readonly Page[] = urls.map((url) => parseText('<nav>Menu</nav><main>Text</main>', { url }));
const zones = { contentSelectors: ['main'], templateSelectors: [], ignoreSelectors: [] };
const allContent: ReadLabels = { content: [[0, 1]], ignored: [] };

function siteWith(readUrls: readonly string[], withZones: boolean): CorpusSite {
  const readLabels = new Map(readUrls.map((url) => [url, allContent]));
  return {
    name: 'a',
    kind: '',
    language: '',
    zones: withZones ? zones : undefined,
    readLabels,
    pages: () => [],
  };
}

const { template, content } = GoldLabel;

it.each([
  ['the read gold where it covers all pages', urls, true, [content, content]],
  ['the zone gold where it does not', urls.slice(1), true, [template, content]],
  ['the read gold of a site without zones', urls, false, [content, content]],
  ['none where neither covers all', urls.slice(1), false, undefined],
] as const)('%s', (_, readUrls, withZones, labels) => {
  const gold = wholeGold(siteWith(readUrls, withZones), pages);
  expect(gold && [...gold.strict[0]!]).toEqual(labels);
  expect(gold?.lenient).toEqual(gold?.strict);
});
