/** Hits for people: title, address, and why the page was found. */
import pc from 'picocolors';
import type { MarkedText, SearchHit } from '../../node.ts';
import { visible } from '../terminal.ts';

type Paint = (text: string) => string;

interface HitStyle {
  /** What was looked for; without colours it stands between brackets. */
  readonly mark: Paint;
  readonly title: Paint;
  readonly address: Paint;
}

export function hitStyle(color: boolean): HitStyle {
  if (!color) return { mark: (text) => `[${text}]`, title: String, address: String };
  const { bold, yellow, cyan } = pc.createColors(true);
  return { mark: (text) => bold(yellow(text)), title: String, address: cyan };
}

export function hitText(hit: SearchHit, number: number, style: HitStyle): string {
  const { title, snippet, url, id } = hit;
  const lines = [
    `${number}. ${title.text === '' ? '(no title)' : style.title(marked(title, style.mark))}`,
    `   ${style.address(visible(url ?? id))}`,
    ...(snippet.text === '' ? [] : [`   ${marked(snippet, style.mark)}`]),
  ];
  return `${lines.join('\n')}\n`;
}

/** Text of pages must not steer the terminal, but what was looked for may be shown. */
function marked({ text, ranges }: MarkedText, mark: Paint): string {
  let shown = '';
  let at = 0;
  for (const [start, end] of ranges) {
    shown += visible(text.slice(at, start)) + mark(visible(text.slice(start, end)));
    at = end;
  }
  return shown + visible(text.slice(at));
}
