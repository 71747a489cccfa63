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
  const rows = segments.map(({ seen, path, text }) => [
    `${grouped(seen)} of ${grouped(of)}`,
    spell(path),
    text,
  ]);
  return tableText(columns, rows);
}

/** On how many pages a verdict rests now: any page's tells it, the empty one's too. */
function pagesLearned(detector: KnownDetector): number {
  return detector.judge(parseText('')).of;
}

function jsonLine({ seen, path, text }: TemplateSegment, of: number): string {
  return `${JSON.stringify({ seen, of, path: spell(path), text })}\n`;
}

function spell(path: TemplateSegment['path']): string {
  return path.map(stepSelector).join(' > ');
}
