/** Texts, and records of texts: for who carries no other writer. */
import { DehuskError } from '../errors.ts';
import {
  createRecord,
  type JudgedPage,
  type PageRecord,
  type RecordOptions,
  type RenderContent,
} from './record.ts';
import { toText } from './text.ts';

const render: RenderContent = ({ page, verdict, withTemplate }, { format = 'text', hidden }) => {
  if (format === 'text') return { text: toText(page, withTemplate ? undefined : verdict, { hidden }) };
  throw new DehuskError('OPTION_BAD', { option: 'format', expected: 'text', value: format });
};

export const textWriters: {
  readonly toText: typeof toText;
  readonly createRecord: (judged: JudgedPage, options: RecordOptions) => PageRecord;
} = { toText, createRecord: (judged, options) => createRecord(judged, options, { render }) };
