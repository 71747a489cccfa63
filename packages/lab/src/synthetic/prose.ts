/** Running text in blocks: paragraphs, lists, tables, quotations, code. */
import type { Shape } from './html-writer.ts';
import { type PageView, pickLeaf, say, sayCapitalised } from './page-view.ts';
import { createRandom } from './random.ts';

type WriteBlock = (view: PageView) => void;

/** How often each block comes: mostly paragraphs. */
const blocks: readonly (readonly [weight: number, write: WriteBlock])[] = [
  [60, (view) => writeParagraph(view)],
  [12, (view) => view.writer.leaf('h2', sayCapitalised(view, 'heading'))],
  [6, writeList],
  [3, writeDataTable],
  [4, writeQuotation],
  [3, writeCode],
  [5, writeFigure],
  [1, writeSharedParagraph],
  [3, (view) => view.writer.leaf('h3', sayCapitalised(view, 'heading'))],
];

const totalWeight = blocks.reduce((sum, [weight]) => sum + weight, 0);

/** Writes blocks until the page has its size; always one paragraph, so that no page is without matter. */
export function writeBlocks(view: PageView): void {
  writeParagraph(view);
  while (view.writer.sizeBytes < view.matterEndBytes) pickBlock(view)(view);
}

function pickBlock({ random }: PageView): WriteBlock {
  let left = random.below(totalWeight);
  for (const [weight, write] of blocks) {
    if (left < weight) return write;
    left -= weight;
  }
  return writeParagraph;
}

function writeList(view: PageView): void {
  const { writer, random } = view;
  writer.element(random.chance(0.3) ? 'ol' : 'ul', () => {
    for (let count = random.between(2, 7); count > 0; count--)
      writer.element('li', () => {
        writeSentences(view, 1);
        if (random.chance(0.15)) writeInnerList(view);
      });
  });
}

function writeInnerList(view: PageView): void {
  const { writer, random } = view;
  writer.element('ul', () => {
    for (let count = random.between(2, 4); count > 0; count--)
      writer.leaf('li', sayCapitalised(view, 'cell'));
  });
}

function writeDataTable(view: PageView): void {
  const { writer, random } = view;
  const columns = random.between(2, 6);
  const rows = random.between(2, 12);
  writer.element('table[border=1]', () => {
    writer.element('thead', () => writeRow(view, 'th', columns));
    writer.element('tbody', () => {
      for (let row = 0; row < rows; row++) writeRow(view, 'td', columns);
    });
  });
}

function writeRow(view: PageView, cell: 'th' | 'td', columns: number): void {
  view.writer.element('tr', () => {
    for (let column = 0; column < columns; column++)
      view.writer.leaf(cell, sayCapitalised(view, cell === 'th' ? 'attribute' : 'cell'));
  });
}

function writeQuotation(view: PageView): void {
  view.writer.element('blockquote', () => {
    writeParagraph(view);
    view.writer.leaf('p', `– ${say(view, 'person')}, ${say(view, 'place')}`);
  });
}

export function writeCode(view: PageView): void {
  const { writer, random } = view;
  const lines = Array.from({ length: random.between(2, 12) }, () => codeLine(view));
  writer.element('pre', () => {
    writer.element('code', () => {
      writer.text(`${lines.join('\n')}\n`);
      if (random.chance(0.5)) writer.leaf('span', `# ${say(view, 'topic')}`);
    });
  });
}

function codeLine(view: PageView): string {
  const { random } = view;
  const call = `${say(view, 'identifier')}(${random.below(900)}, "${say(view, 'cell')}")`;
  return random.pick([
    `${say(view, 'identifier')} = ${call}`,
    `if (${call} < ${random.below(99)}) {`,
    `  return ${call} && true;`,
    '}',
  ]);
}

function writeFigure(view: PageView): void {
  const { writer, random } = view;
  const alt = sayCapitalised(view, 'topic');
  const source = `/media/${random.uint32().toString(36)}.jpg`;
  writer.element('div', () => {
    writer.void('img[width=640]', { src: source, alt });
    if (random.chance(0.6)) writer.leaf('p', `${alt}, ${say(view, 'place')} ${random.between(1900, 2023)}`);
  });
}

const inlineShapes: readonly Shape[] = ['em', 'strong', 'b', 'i', 'code', 'abbr', 'a', 'a', 'a'];
const pagesPerSharedParagraph = 24;

/** Long-tailed, as real paragraphs are: mostly two to four sentences, now and then a dozen. */
export function writeParagraph(view: PageView, shape: Shape = 'p'): void {
  const { random } = view;
  const sentences = 1 + Math.floor(3 * (-Math.log(1 - random.unit())) ** 0.8);
  view.writer.element(shape, () => writeSentences(view, Math.min(sentences, 14)));
}

export function writeSentences(view: PageView, count: number): void {
  const { writer, random, plan } = view;
  for (let index = 0; index < count; index++) {
    if (index > 0) writer.text(plan.language.space);
    const sentence = sayCapitalised(view, 'sentence');
    if (random.chance(0.2)) writeMarked(view, sentence);
    else writer.text(sentence);
  }
}

/** A paragraph that stands on a few neighbouring pages as well: a press release quoted, a warning, a biography. */
function writeSharedParagraph(view: PageView): void {
  const number = Math.floor(view.place.id / pagesPerSharedParagraph);
  const random = createRandom(view.plan.seed, 'shared', number);
  writeParagraph({ ...view, random, bindings: {} });
}

/** A sentence with one run of words inside inline markup. */
function writeMarked(view: PageView, sentence: string): void {
  const { writer, random, plan } = view;
  const [from, to] = pickRun(sentence, plan.language.space, view);
  writer.text(sentence.slice(0, from));
  const shape = random.pick(inlineShapes);
  writer.leaf(shape, sentence.slice(from, to), shape === 'a' ? { href: pickTarget(view) } : undefined);
  writer.text(sentence.slice(to));
}

function pickRun(sentence: string, space: string, { random }: PageView): readonly [number, number] {
  if (space === '') {
    const from = random.below(Math.max(1, sentence.length - 6));
    return [from, Math.min(sentence.length, from + random.between(2, 5))];
  }
  const starts = [0, ...[...sentence.matchAll(/ /g)].map((match) => match.index + 1)];
  const first = random.below(starts.length);
  const after = starts[first + random.between(1, 3)];
  return [starts[first]!, after === undefined ? sentence.length : after - 1];
}

function pickTarget(view: PageView): string {
  const leaf = view.random.chance(0.7) ? pickLeaf(view, view.random) : undefined;
  return leaf === undefined ? `https://source${view.random.below(90)}.example/` : view.plan.url(leaf);
}

/** A name, a colon and a value: the name is the same on many pages, the value is not. */
export function writeField(view: PageView, name: string, value: string): void {
  const { writer, design } = view;
  writer.element(design.theme.shapes.field, () => {
    writer.leaf('b', name);
    writer.text(` ${value}`);
  });
}

export function writeTags(view: PageView): void {
  const { random } = view;
  const tags = Array.from({ length: random.between(1, 5) }, () => say(view, 'tag'));
  view.writer.text(`${view.plan.phrase('tags')} `);
  for (const tag of tags)
    view.writer.leaf('a', tag, { href: `${view.plan.baseUrl}/tag/${encodeURIComponent(tag)}`, rel: 'tag' });
}
