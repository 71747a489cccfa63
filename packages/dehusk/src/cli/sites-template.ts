/** The template segments of one site, the commonest first. */
import { parseText, stepSelector, type TemplateSegment } from '../index.ts';
import type { Messages } from './messages.ts';
import { formatCount, grouped } from './number-format.ts';
import type { KnownDetector, KnownSite } from './sites-state.ts';
import { type Column, tableText } from './table-text.ts';

const columns: readonly Column[] = [
  { title: 'SEEN', align: 'right' },
  { title: 'PATH', align: 'left', maxWidth: 60 },
  { title: 'TEXT', align: 'left' },
];

const bootstrappedNote = '* known from pages that the first page links to (--bootstrap)\n';

export function listTemplate(
  { site, detector }: KnownSite,
  { format, messages }: { readonly format: 'text' | 'json'; readonly messages: Messages },
): string {
  const segments = [...detector.templateSegments()].sort((one, other) => other.seen - one.seen);
  const of = pagesLearned(detector);
  const learned = `${formatCount(segments.length, 'template segment')} on ${formatCount(of, 'page')}`;
  messages.info('summary', `${site}: ${learned}`, { site, segments: segments.length, of });
  if (segments.length === 0) return '';
  if (format === 'json') return segments.map((segment) => jsonLine(segment, of)).join('');
  const rows = segments.map(({ seen, path, text, bootstrapped }) => [
    `${grouped(seen)} of ${grouped(of)}${bootstrapped ? ' *' : ''}`,
    spell(path),
    text,
  ]);
  const note = segments.some(({ bootstrapped }) => bootstrapped) ? bootstrappedNote : '';
  return tableText(columns, rows) + note;
}

/** On how many pages a verdict rests now: any page's tells it, the empty one's too. */
function pagesLearned(detector: KnownDetector): number {
  return detector.judge(parseText('')).of;
}

function jsonLine({ seen, path, text, bootstrapped }: TemplateSegment, of: number): string {
  return `${JSON.stringify({ seen, of, path: spell(path), text, bootstrapped })}\n`;
}

function spell(path: TemplateSegment['path']): string {
  return path.map(stepSelector).join(' > ');
}
