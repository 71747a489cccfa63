/**
 * From a verdict on the texts of a page to one on all of its nodes.
 *
 * An element whose texts are all template is template, one whose texts are all content is not. What is left are elements
 * that hold both. The main element is where most of the content is: what is inside of it belongs to the content, labels
 * beside values too. Boxes around it belong to the template where it has more in them than a label. Beside it, in
 * headers and margins, a little text that was not known (the title of the next page) does not make content of a box;
 * but a text that is surely content does, such as a value of a record.
 * What has no text goes with what it stands in; a picture of the page's own is content.
 *
 * The numbers were chosen on the corpus, cross-validated by site; docs/methods/hyperlink.md has what they are worth.
 */
import type { Verdict } from '../../detect/detector.ts';
import { type Page, TEXT } from '../../page/page.ts';

/** The main element holds so much of the content's characters. */
const MAIN_PART = 0.95;
/** A box around the main element is template if one element in it has so many texts, and all are template. */
const MIN_TEMPLATE_TEXTS = 5;
/** A box beside the main element is template from this part of its texts on … */
const MIN_TEMPLATE_PART = 0.3;
/** … with so many characters of content in it at most … */
const MAX_CONTENT_CHARS = 60;
/** … none of which is surely content, that is, less likely template than this. */
const MIN_DOUBT = 0.1;

/** The verdict of which the visible texts count. */
type TextVerdict = Pick<Verdict, 'template' | 'score'>;

/** 1 for template. `isOwn`: 1 for what only this page shows. */
export function elementsByText(page: Page, texts: TextVerdict, isOwn?: Uint8Array): Uint8Array {
  const { nodeCount, parent, tag } = page;
  const sums = sumTexts(page, texts);
  const main = mainElement(page, sums);
  const template = new Uint8Array(nodeCount);
  template[0] = 1;
  for (let node = 1; node < nodeCount; node++) {
    const isTextless = sums.template[node] === 0 && sums.content[node] === 0;
    if (isTextless) template[node] = isOwn?.[node] === 1 ? 0 : template[parent[node]!]!;
    else if (tag[node] === TEXT) template[node] = texts.template[node]!;
    else template[node] = isTemplate(page, node, { sums, main }) ? 1 : 0;
  }
  return template;
}

interface TextSums {
  /** Per node, of the texts below it: how many are template and content, and the characters of the content. */
  readonly template: Int32Array;
  readonly content: Int32Array;
  readonly contentChars: Int32Array;
  /** The least score of the content. */
  readonly leastScore: Float32Array;
  /** Texts of the element below it that has most of them and no content. */
  readonly largestTemplate: Int32Array;
}

function sumTexts(page: Page, texts: TextVerdict): TextSums {
  const { nodeCount, parent, tag, chars } = page;
  const template = new Int32Array(nodeCount);
  const content = new Int32Array(nodeCount);
  const contentChars = new Int32Array(nodeCount);
  const leastScore = new Float32Array(nodeCount).fill(1);
  const largestTemplate = new Int32Array(nodeCount);
  for (const node of page.segments) {
    if (texts.template[node] === 1) template[node] = 1;
    else {
      content[node] = 1;
      contentChars[node] = chars[node]!;
      leastScore[node] = texts.score[node]!;
    }
  }
  // Backwards, so that everything below a node is summed up before it.
  for (let node = nodeCount - 1; node > 0; node--) {
    const above = parent[node]!;
    const isAllTemplate = content[node] === 0 && tag[node] !== TEXT;
    const largest = isAllTemplate ? template[node]! : largestTemplate[node]!;
    largestTemplate[above] = Math.max(largestTemplate[above]!, largest);
    template[above]! += template[node]!;
    content[above]! += content[node]!;
    contentChars[above]! += contentChars[node]!;
    leastScore[above] = Math.min(leastScore[above]!, leastScore[node]!);
  }
  return { template, content, contentChars, leastScore, largestTemplate };
}

/** The smallest element that holds most of the content; 0 where there is none. */
function mainElement({ subtreeEnd, tag }: Page, { contentChars }: TextSums): number {
  const needed = Math.max(1, MAIN_PART * contentChars[0]!);
  let main = 0;
  for (let node = 1; node < subtreeEnd[main]!; )
    if (tag[node] !== TEXT && contentChars[node]! >= needed) main = node++;
    else node = subtreeEnd[node]!;
  return main;
}

function isTemplate(
  { subtreeEnd }: Page,
  node: number,
  { sums, main }: { readonly sums: TextSums; readonly main: number },
): boolean {
  const template = sums.template[node]!;
  const content = sums.content[node]!;
  if (content === 0 || template === 0) return content === 0;
  if (node < main && main < subtreeEnd[node]!) return sums.largestTemplate[node]! >= MIN_TEMPLATE_TEXTS;
  if (node >= main && node < subtreeEnd[main]!) return false;
  const isMostly = template >= MIN_TEMPLATE_PART * (template + content);
  const isDoubtful = sums.contentChars[node]! <= MAX_CONTENT_CHARS && sums.leastScore[node]! >= MIN_DOUBT;
  return isMostly && isDoubtful;
}

/** Scores of texts, and of elements the mean of what their texts have; what has no text is as sure as it is judged. */
export function elementScores(page: Page, texts: Float32Array, template: Uint8Array): Float32Array {
  const sums = new Float64Array(page.nodeCount);
  const counts = new Int32Array(page.nodeCount);
  for (const node of page.segments) {
    sums[node] = texts[node]!;
    counts[node] = 1;
  }
  for (let node = page.nodeCount - 1; node > 0; node--) {
    sums[page.parent[node]!]! += sums[node]!;
    counts[page.parent[node]!]! += counts[node]!;
  }
  return Float32Array.from(sums, (sum, node) => (counts[node] === 0 ? template[node]! : sum / counts[node]!));
}
