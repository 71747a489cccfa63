/** A comparison for people: changed lines with what is around them, in colour where somebody looks. */
import pc from 'picocolors';
import { diffHunks, type Hunk, type HunkLine, type PageDiff, type Sides } from '../index.ts';
import { visible } from './terminal.ts';

export interface TextOptions {
  readonly names: Sides<string>;
  readonly context: number;
  readonly color: boolean;
}

type Paint = (text: string) => string;

export function diffText(diff: PageDiff, { names, context, color }: TextOptions): string {
  if (diff.changes.length === 0) return '';
  const colors = pc.createColors(color);
  const paints: Readonly<Record<HunkLine['sign'], Paint>> = {
    ' ': (text) => text,
    '-': colors.red,
    '+': colors.green,
    '>': colors.blue,
    '~': colors.yellow,
  };
  const lines = [
    colors.bold(`--- ${visible(names.old)}`),
    colors.bold(`+++ ${visible(names.new)}`),
    ...diffHunks(diff, context).flatMap((hunk) => [
      colors.cyan(headOf(hunk)),
      ...hunk.lines.map((line) => paintLine(line, paints[line.sign], colors)),
    ]),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** `@@ #menu @@ Latest news [template]` */
function headOf({ path, heading, zones }: Hunk): string {
  const zone = zones.length === 0 ? '' : ` [${zones.join(', ')}]`;
  return `@@ ${visible(path)} @@${heading === '' ? '' : ` ${visible(heading)}`}${zone}`;
}

function paintLine(
  { sign, text, changed, note }: HunkLine,
  paint: Paint,
  { inverse, dim }: ReturnType<typeof pc.createColors>,
): string {
  const [from, to] = changed ?? [0, 0];
  const words =
    from === to
      ? visible(text)
      : visible(text.slice(0, from)) + inverse(visible(text.slice(from, to))) + visible(text.slice(to));
  return paint(`${sign} ${words}`) + (note === undefined ? '' : dim(`  (${visible(note)})`));
}
