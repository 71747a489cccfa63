import { describe, expect, it } from 'vitest';
import { sitePage } from '../../../../test/contracts/verdict-pages.ts';
import { createAdaptiveDetector } from './adaptive/adaptive.ts';
import { createIncrementalDetector } from './incremental/incremental.ts';
import { createIndexTimeDetector } from './index-time/index-time.ts';
import { createMappingVoteDetector } from './mapping-vote/mapping-vote.ts';
import {
  type BatchMethod,
  expectedText,
  type MethodOption,
  type OptionValues,
  readOptionText,
  resolveOptions,
  type StreamMethod,
} from './method.ts';
import { createNoneDetector } from './none/none.ts';
import { defaultMethod, findMethod, methodNames, methods } from './registry.ts';
import { createShingleDetector } from './shingle/shingle.ts';
import { createStyleTreeDetector } from './style-tree/style-tree.ts';

const streams = methods.filter((method): method is StreamMethod => method.kind === 'stream');
const batches = methods.filter((method): method is BatchMethod => method.kind === 'batch');
const setting = { hashKey: [0, 0], forgetting: true } as const;
const pages = ['ants', 'bees', 'wasps', 'moths', 'flies', 'bugs'].map(sitePage);

/** Made without a word about options. */
const makers = {
  adaptive: createAdaptiveDetector,
  incremental: createIncrementalDetector,
  none: createNoneDetector,
  'index-time': createIndexTimeDetector,
  'mapping-vote': createMappingVoteDetector,
  shingle: createShingleDetector,
  'style-tree': createStyleTreeDetector,
} as const;

function errorOf(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}

describe('the list of methods', () => {
  it('has each once, the default among them', () => {
    expect(methodNames).toEqual(Object.keys(makers));
    expect(findMethod(defaultMethod).kind).toBe('stream');
  });

  it('finds a method by its name, and says which there are', () => {
    for (const method of methods) expect(findMethod(method.name)).toBe(method);
    expect(errorOf(() => findMethod('toString'))).toMatchObject({
      code: 'METHOD_UNKNOWN',
      facts: { method: 'toString', known: expect.stringContaining('adaptive, incremental') },
    });
  });
});

describe.each(streams)('$name as it describes itself', (method) => {
  it('starts with the defaults that it lists', async () => {
    const create = await method.loadDetector();
    const described = create(resolveOptions(method, {}), setting);
    const plain = makers[method.name as 'adaptive' | 'incremental' | 'none']();
    expect(described.method).toBe(method.name);
    for (const page of pages) expect(described.observe(page)).toEqual(plain.observe(page));
    // The options are part of what is saved.
    plain.load(described.save());
    expect(plain.save()).toEqual(described.save());
  });
});

describe.each(batches)('$name as it describes itself', (method) => {
  it('starts with the defaults that it lists', async () => {
    const create = await method.loadDetector();
    const described = create(resolveOptions(method, {}), setting);
    const plain = makers[method.name as 'shingle']();
    expect(described.method).toBe(method.name);
    expect(described.judgeBatch(pages)).toEqual(plain.judgeBatch(pages));
  });
});

describe.each(methods)('the options of $name', (method) => {
  const options = Object.entries(method.options);

  it('have defaults that they take', () => {
    const defaults = resolveOptions(method, {});
    expect(Object.keys(defaults)).toEqual(Object.keys(method.options));
    expect(resolveOptions(method, defaults)).toEqual(defaults);
  });

  it('are each told in one line', () => {
    for (const line of [method.summary, ...options.map(([, { help }]) => help)])
      expect(line).toMatch(/^\S[^\n.]{5,110}(et al\. \d{4}\)|\S)$/);
  });

  it('refuse other values, and say what they take', () => {
    for (const [name, option] of options) {
      for (const value of badValues(option)) {
        const error = errorOf(() => resolveOptions(method, { [name]: value }));
        const facts = {
          method: method.name,
          option: name,
          expected: expectedText(option),
          value: String(value),
        };
        expect(error, `${name}=${String(value)}`).toMatchObject({ code: 'METHOD_OPTION_BAD', facts });
      }
    }
  });

  it('refuse names that are not among them', () => {
    for (const name of ['noSuchOption', 'hashKey', 'toString']) {
      const error = errorOf(() => resolveOptions(method, { [name]: 1 }));
      expect(error).toMatchObject({
        code: 'METHOD_OPTION_UNKNOWN',
        facts: { method: method.name, option: name },
      });
    }
  });

  it('come back from text as they were', () => {
    const defaults = resolveOptions(method, {});
    const typed: OptionValues = Object.fromEntries(
      options.map(([name, option]) => [name, readOptionText(option, String(defaults[name]))]),
    );
    expect(typed).toEqual(defaults);
  });
});

describe('an option', () => {
  it('takes what is given and leaves the rest', () => {
    const method = findMethod('shingle');
    const resolved = resolveOptions(method, { unit: 'pagelet', linked: true, minLinks: undefined });
    expect(resolved).toEqual({ ...resolveOptions(method, {}), unit: 'pagelet', linked: true });
  });

  it('stays text where it is no value of its kind', () => {
    const { memoryPages } = findMethod('adaptive').options;
    const { linked, unit } = findMethod('shingle').options;
    expect([' ', 'many', '1e999'].map((text) => readOptionText(memoryPages, text))).toEqual([
      ' ',
      'many',
      '1e999',
    ]);
    expect(['true', 'yes'].map((text) => readOptionText(linked, text))).toEqual([true, 'yes']);
    expect(readOptionText(unit, '7')).toBe('7');
    expect(readOptionText(undefined, '7')).toBe('7');
  });

  it('says in words what it takes', () => {
    const { memoryPages, threshold } = findMethod('adaptive').options;
    const { linked, unit } = findMethod('shingle').options;
    expect([memoryPages!, threshold!, linked!, unit!].map(expectedText)).toEqual([
      'a whole number from 2 on',
      'a number from 0 on',
      'true or false',
      'one of pagelet, partition, table-text, block',
    ]);
    expect(expectedText({ default: 1, least: 0, most: 3, integer: false, help: '' })).toBe(
      'a number from 0 to 3',
    );
  });
});

function badValues(option: MethodOption): readonly unknown[] {
  if ('choices' in option) return ['no such choice', 1, true, null];
  if (!('least' in option)) return ['true', 1, null];
  const fractions = option.integer ? [option.least + 0.5] : [];
  return ['1', true, null, Number.NaN, Number.POSITIVE_INFINITY, option.least - 1, ...fractions];
}
