import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SiteOverrides } from '../engine/overrides.ts';
import { createSelector } from '../page/select.ts';
import { mergeOverrides, parseConfig, readConfigFile } from './judging-flags.ts';

function parsed(text: string): SiteOverrides {
  return parseConfig(new TextEncoder().encode(text), 'c.json', createSelector);
}

describe('parseConfig', () => {
  it.each<[string, SiteOverrides]>([
    ['{}', { keep: [], drop: [] }],
    ['\ufeff{"drop":["nav"]}', { keep: [], drop: ['nav'] }],
    [
      '{"keep":["article"],"sites":{"a.example":{"drop":["#ad","aside > p"]},"b.example":{}}}',
      {
        keep: ['article'],
        drop: [],
        sites: { 'a.example': { drop: ['#ad', 'aside > p'] }, 'b.example': {} },
      },
    ],
  ])('%s', (text, overrides) => {
    expect(parsed(text)).toEqual(overrides);
  });

  it('takes a site of any name', () => {
    expect(Object.entries(parsed('{"sites":{"__proto__":{"keep":["p"]}}}').sites!)).toEqual([
      ['__proto__', { keep: ['p'] }],
    ]);
  });

  it.each([
    ['{"keeps":["p"]}', 'it has an unknown key "keeps" (did you mean keep?)'],
    ['{"template":[]}', 'it has an unknown key "template" (the keys are keep, drop, sites)'],
    [
      '{"sites":{"a.example":{"drops":[]}}}',
      'sites["a.example"] has an unknown key "drops" (did you mean drop?)',
    ],
    [
      '{"sites":{"a.example":{"sites":{}}}}',
      'sites["a.example"] has an unknown key "sites" (the keys are keep, drop)',
    ],
    ['[]', 'it must be a JSON object'],
    ['null', 'it must be a JSON object'],
    ['{"sites":[]}', 'sites must be a JSON object'],
    ['{"sites":{"a.example":"nav"}}', 'sites["a.example"] must be a JSON object'],
    ['{"keep":"p"}', 'keep must be a list of CSS selectors'],
    ['{"drop":null}', 'drop must be a list of CSS selectors'],
    ['{"keep":["p",1]}', 'keep[1] must be a CSS selector'],
    [
      '{"sites":{"https://a.example/":{}}}',
      'sites["https://a.example/"] must be named as in the records, such as example.com',
    ],
  ])('%s is bad', (text, reason) => {
    expect(() => parsed(text)).toThrow(
      expect.objectContaining({
        code: 'CONFIG_BAD',
        message: `the configuration c.json is wrong: ${reason}`,
      }),
    );
  });

  it('names the key of a bad selector', () => {
    const text = '{"sites":{"a.example":{"keep":["p","p["]}}}';
    expect(() => parsed(text)).toThrow(`sites["a.example"].keep[1] is bad: 'p[' is no CSS selector`);
    expect(() => parsed('{"keep":[""]}')).toThrow("keep[0] is bad: '' is no CSS selector");
  });

  it('tells what is no JSON from what is no text', () => {
    expect(() => parsed('{"keep":')).toThrow('the configuration c.json is wrong: it is not JSON (');
    expect(() => parseConfig(Uint8Array.of(0x22, 0xff, 0x22), 'c.json', createSelector)).toThrow(
      'it is not UTF-8',
    );
  });
});

describe('readConfigFile', () => {
  it('reads a file, and says which one it cannot read', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dehusk-config-'));
    const file = join(folder, 'c.json');
    try {
      await writeFile(file, '{"keep":["p"]}');
      expect(await readConfigFile(file, createSelector)).toEqual({ keep: ['p'], drop: [] });
      const missing = `${file}.not`;
      await expect(readConfigFile(missing, createSelector)).rejects.toMatchObject({
        code: 'CONFIG_UNREADABLE',
        message: expect.stringContaining(
          `cannot read the configuration ${missing}: no such file or folder (--config)`,
        ),
      });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('mergeOverrides', () => {
  it('adds the flags for all sites', () => {
    const sites = { 'a.example': { keep: ['b'] } };
    expect(mergeOverrides({ keep: ['p'], drop: [], sites }, { keep: ['q'], drop: ['nav'] })).toEqual({
      keep: ['p', 'q'],
      drop: ['nav'],
      sites,
    });
  });

  it('needs neither file nor flags', () => {
    expect(mergeOverrides(undefined, {})).toEqual({ keep: [], drop: [] });
    expect(mergeOverrides(undefined, { drop: ['nav'] })).toEqual({ keep: [], drop: ['nav'] });
  });
});
