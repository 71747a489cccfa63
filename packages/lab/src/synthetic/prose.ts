import { type PageView, pickLeaf, say, sayCapitalised } from './page-view.ts';
import { createRandom } from './random.ts';
import type { Shape } from './shape.ts';

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
export function writeSharedParagraph(view: PageView): void {
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
