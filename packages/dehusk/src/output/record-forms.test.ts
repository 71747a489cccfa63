import { describe, expect, it } from 'vitest';
import { inForm, type RecordForm, withNews } from './record-forms.ts';

/** What a form asks for: the type of each field, and which must be there. */
interface Schema {
  readonly required: Readonly<Record<string, string>>;
  readonly optional: Readonly<Record<string, string>>;
}

/** docs/data-format.md of allenai/dolma, and `InputSpec` of its reader. */
const dolma: Schema = {
  required: { id: 'string', text: 'string', source: 'string' },
  optional: { added: 'string', created: 'string', metadata: 'object' },
};

/** `Document` of huggingface/datatrove, as JsonlReader takes it. */
const datatrove: Schema = {
  required: { text: 'string', id: 'string' },
  optional: { media: 'object', metadata: 'object' },
};

function check(found: Readonly<Record<string, unknown>>, { required, optional }: Schema): void {
  for (const [name, type] of Object.entries(required)) expect(typeof found[name], name).toBe(type);
  for (const [name, value] of Object.entries(found)) {
    const type = { ...required, ...optional }[name];
    expect(typeof value, name).toBe(type);
  }
}

const record = {
  id: 'https://a.example/ants',
  url: 'https://a.example/ants#top',
  site: 'a.example',
  text: 'Ants }}\n and "nests"',
  metadata: {
    title: 'Ants',
    authors: ['Ann', 'Bob'],
    published: '2024-03-05',
    words: 3,
    kind_score: 0.5,
    file: 'crawl.warc',
    date: '2025-01-02T03:04:05Z',
  },
  template: { ratio: 0.25, version: 7 },
  empty_guard: true,
  links: [{ url: 'https://b.example/', template: true }],
} as const;
const date = '2026-01-01T00:00:00Z';

const asked = (form: RecordForm): Record<string, unknown> => {
  const line = Buffer.from(`${JSON.stringify(inForm(record, form, date))}\n`);
  const news = { duplicate: { of: 'https://a.example/', exact: false }, changed: ['content', 'metadata'] };
  const text = Buffer.from(withNews(Buffer.concat([line, line]), news, form)).toString();
  const [one, other, end] = text.split('\n');
  expect([one, end]).toEqual([other, '']);
  return JSON.parse(one!) as Record<string, unknown>;
};

describe('a record in the form of others', () => {
  it('is one of Dolma', () => {
    const found = asked('dolma');
    check(found, dolma);
    expect(found).toMatchObject({
      ...{ id: record.id, text: record.text, source: 'a.example' },
      ...{ added: '2025-01-02T03:04:05Z', created: '2024-03-05' },
      metadata: { ...record.metadata, url: record.url, template: record.template, links: record.links },
    });
    expect(found.metadata).toMatchObject({ duplicate: { of: 'https://a.example/', exact: false } });
    const { metadata: _, ...undated } = record;
    const bare = inForm({ ...undated, metadata: { title: '' } }, 'dolma', date);
    expect(bare).toMatchObject({ added: date });
    expect(bare).not.toHaveProperty('created');
  });

  it('is one of datatrove, whose metadata has plain values', () => {
    const found = asked('datatrove');
    check(found, datatrove);
    const metadata = found.metadata as Record<string, unknown>;
    for (const [name, value] of Object.entries(metadata))
      expect(['string', 'number', 'boolean'], name).toContain(typeof value);
    expect(metadata).toMatchObject({
      ...{
        title: 'Ants',
        authors: 'Ann, Bob',
        url: record.url,
        file_path: 'crawl.warc',
        template_ratio: 0.25,
      },
      ...{ duplicate_of: 'https://a.example/', duplicate_exact: false, changed: 'content, metadata' },
      links: JSON.stringify(record.links),
    });
  });

  it('is our own, with what was told of it since', () => {
    expect(asked('dehusk')).toEqual({
      ...record,
      duplicate: { of: 'https://a.example/', exact: false },
      changed: ['content', 'metadata'],
    });
  });
});
