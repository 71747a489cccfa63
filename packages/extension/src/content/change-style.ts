/** The style sheet that shows changes in a document without writing into it; what is gone is text that it generates. */
import { type ChangeMarks, type GonePart, type MarkName, markNames } from '../protocol.ts';
import { createPaths } from './element-paths.ts';

/** Highlights may have colours only, in one of the browsers: so each mark is a colour. */
const colours: Readonly<Record<MarkName, string>> = {
  new: '#ffe45c',
  moved: '#fdebb3',
  template: '#bcd9ff',
  unsteady: '#e3dcf7',
};
const lines: Readonly<Record<MarkName, readonly [style: string, colour: string]>> = {
  new: ['3px solid', '#d4a200'],
  moved: ['2px dashed', '#b08a2e'],
  template: ['2px solid', '#4f86c6'],
  unsteady: ['2px dotted', '#8b7fb3'],
};

/** A step for each element. `nodes`: by entry. */
export function* changeStyleSteps(
  { outlined, gone }: ChangeMarks,
  nodes: readonly Node[],
  highlightOf: (name: MarkName) => string,
): Generator<void, string> {
  const pathTo = createPaths();
  const rules: string[] = [];
  for (const name of markNames) {
    rules.push(`::highlight(${highlightOf(name)}){background-color:${colours[name]};color:#1a1a1a}`);
    const line = lines[name].join(' ');
    for (const entry of outlined[name]) {
      yield;
      const path = pathTo(nodes[entry] as Element);
      rules.push(`${path}{outline:${line}!important;outline-offset:1px!important}`);
    }
  }
  for (const part of gone) {
    yield;
    rules.push(goneRule(part, pathTo(nodes[part.element] as Element)));
  }
  return rules.join('\n');
}

function goneRule({ side, text, isBlock, name }: GonePart, path: string): string {
  return (
    `${path}::${side}{all:unset!important;content:${quoted(text)}!important;` +
    `display:${isBlock ? 'block' : 'inline'}!important;white-space:pre-line!important;` +
    'background:#d6d9de!important;color:#40464f!important;text-decoration:line-through!important;' +
    'padding:0 .25em!important;border-radius:2px!important;font-style:normal!important;' +
    `border-inline-start:4px solid ${lines[name][1]}!important}`
  );
}

/** A string of CSS; what is not plain goes as a number, so that nothing of a page can end it. */
function quoted(text: string): string {
  const safe = text.replace(
    /[^\p{L}\p{M}\p{N} .,;:!?()[\]+=*/%&@#|~^$€£¥§°„“”‘’«»–—…-]/gu,
    (char) => `\\${char.codePointAt(0)!.toString(16)} `,
  );
  return `"${safe}"`;
}
