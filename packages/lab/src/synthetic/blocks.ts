import { type PageView, say, sayCapitalised } from './page-view.ts';
import { writeParagraph, writeSentences, writeSharedParagraph } from './prose.ts';

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
