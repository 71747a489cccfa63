import { describe, expect, it } from 'vitest';
import { describeBatchDetector } from '../../../../../test/contracts/batch-detector-contract.ts';
import { type MappingName, mappingNames } from '../../compare/mapping/mapping.ts';
import { type Page, readNormalText } from '../../page/page.ts';
import { parseText } from '../../page/parse.ts';
import { createMappingVoteDetector, foldTemplate, voteTemplate } from './mapping-vote.ts';

describeBatchDetector('mapping-vote', createMappingVoteDetector);

const insect = (name: string, banner = 'Summer sale'): Page =>
  parseText(
    `<header>Insects</header><aside>${banner}</aside><main><h1>${name}</h1><p>All about ${name}.</p></main><footer>© Insects</footer>`,
    { url: `https://insects.example/${name}` },
  );

const ants = insect('ants');
const others = [insect('bees'), insect('moths', 'Winter sale'), insect('wasps')];

const textsOf = (page: Page, template: Uint8Array): readonly string[] =>
  [...page.segments].filter((node) => template[node] === 1).map((node) => readNormalText(page, node));

describe('template by vote', () => {
  it('is what two of three other pages have too', () => {
    const { template, score, seen, of } = voteTemplate(ants, others);
    expect(textsOf(ants, template)).toEqual(['Insects', 'Summer sale', '© Insects']);
    const banner = ants.segments[1]!;
    expect([score[banner]!.toFixed(3), seen[banner], of]).toEqual(['0.667', 3, 4]);
  });

  it('is what all of them have, if that is asked for', () => {
    expect(textsOf(ants, voteTemplate(ants, others, { votes: 3 }).template)).toEqual([
      'Insects',
      '© Insects',
    ]);
  });

  it('asks for fewer votes where there are fewer pages', () => {
    expect(textsOf(ants, voteTemplate(ants, others.slice(0, 1)).template)).toEqual([
      'Insects',
      'Summer sale',
      '© Insects',
    ]);
  });

  it('finds no template without another page', () => {
    expect(textsOf(ants, voteTemplate(ants, []).template)).toEqual([]);
  });

  it('counts no page that was too much to map', () => {
    const { of } = voteTemplate(ants, others, { mappingOptions: { maxSteps: 1 } });
    expect(of).toBe(1);
  });

  it.each([...mappingNames])('works with %s', (mapping: MappingName) => {
    expect(textsOf(ants, voteTemplate(ants, others, { mapping }).template)).toContain('Insects');
  });
});

describe('the batch', () => {
  it('makes each page the key page once', () => {
    const verdicts = createMappingVoteDetector().judgeBatch([ants, ...others]);
    expect(textsOf(others[1]!, verdicts[2]!.template)).toEqual(['Insects', '© Insects']);
    expect(textsOf(others[2]!, verdicts[3]!.template)).toEqual(['Insects', 'Summer sale', '© Insects']);
  });

  it('gives no vote to a second capture of the page', () => {
    const again = createMappingVoteDetector().judgeBatch([ants, insect('ants'), insect('ants')]);
    expect(again.map(({ of }) => of)).toEqual([1, 1, 1]);
  });

  it('takes pages without a name for different ones', () => {
    const nameless = [1, 2].map(() => parseText('<p>Same</p>'));
    expect(
      createMappingVoteDetector()
        .judgeBatch(nameless)
        .map(({ of }) => of),
    ).toEqual([2, 2]);
  });

  it('judges nothing in an empty batch', () => {
    expect(createMappingVoteDetector().judgeBatch([])).toEqual([]);
  });
});

describe('the folded template', () => {
  it('is what all pages have in common', () => {
    expect(textsOf(ants, foldTemplate([ants, ...others]))).toEqual(['Insects', '© Insects']);
  });

  it('is the page itself where there is no other', () => {
    expect(foldTemplate([ants])).toEqual(new Uint8Array(ants.nodeCount).fill(1));
  });
});
