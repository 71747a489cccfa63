/**
 * Check benchmarks, the third button of Alarte's tool: for pages whose nodes are marked `notTemplate`, the template is
 * extracted, and held against the marks node by node. Pages to compare with are those of the same folder that links lead to.
 */
import {
  compareWithOthers,
  DehuskError,
  type DomDocument,
  type DomPage,
  fromDom,
  goldClasses,
  judgeMappings,
  resolveTemplateOptions,
  thesisOptions,
  withoutIndex,
} from 'dehusk/dom-parts';

export interface BenchmarkFile {
  /** Below the folder, with slashes. */
  readonly path: string;
  readonly html: string;
}

export interface Rates {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

export interface BenchmarkScore {
  readonly path: string;
  /** Pages that it was compared with. */
  readonly compared: number;
  /** Undefined where there was too little to compare with. */
  readonly rates: Rates | undefined;
}

/** Links between files lead somewhere, and nothing is ever fetched: names below `.invalid` belong to nobody. */
const FILES_URL = 'https://files.invalid/';
/** One page is no proof: what two pages have in common may be content. */
const MIN_PAGES = 2;

/** One score for each page that has marks, as it is known. `parse`: of HTML, by the browser. */
export async function* checkBenchmarks(
  files: readonly BenchmarkFile[],
  { literalThesis, parse }: { readonly literalThesis: boolean; readonly parse: (html: string) => Document },
): AsyncGenerator<BenchmarkScore> {
  const byUrl = new Map(files.map((file) => [urlOf(file.path), file]));
  const read = (file: BenchmarkFile): MarkedPage => readMarked(parse(file.html), urlOf(file.path));
  const load = async (url: string): Promise<DomPage> => {
    const file = byUrl.get(url.replace(/[?#].*$/s, ''));
    if (file === undefined) throw new DehuskError('HTTP_STATUS', { url, status: 404 });
    return read(file).page;
  };
  const options = resolveTemplateOptions({
    ...(literalThesis ? thesisOptions : {}),
    links: { identity: withoutIndex },
  });
  for (const file of files) {
    if (!file.html.includes(goldClasses.content)) continue;
    const { page, isContent } = read(file);
    if (!isContent.includes(1)) continue;
    const { found } = await compareWithOthers(page, { load }, options);
    const { path } = file;
    if (found.length < MIN_PAGES) yield { path, compared: found.length, rates: undefined };
    else {
      const mappings = found.map(({ mapping }) => mapping);
      const { template } = judgeMappings(page, mappings, options).verdict;
      yield { path, compared: found.length, rates: ratesOf(template, isContent) };
    }
  }
}

export function meanRates(scores: readonly BenchmarkScore[]): Rates | undefined {
  const all = scores.flatMap(({ rates }) => rates ?? []);
  if (all.length === 0) return undefined;
  const mean = (name: keyof Rates): number => all.reduce((sum, rates) => sum + rates[name], 0) / all.length;
  return { precision: mean('precision'), recall: mean('recall'), f1: mean('f1') };
}

function urlOf(path: string): string {
  return FILES_URL + encodeURI(path).replace(/[?#]/g, encodeURIComponent);
}

interface MarkedPage {
  readonly page: DomPage;
  /** Per node: 1 in an element of the class. */
  readonly isContent: Uint8Array;
}

/** The page without its marks, which nobody who judges it may see. */
function readMarked(document: Document, url: string): MarkedPage {
  const marked = new Set<unknown>(document.querySelectorAll(`.${goldClasses.content}`));
  for (const name of Object.values(goldClasses))
    for (const element of document.querySelectorAll(`.${name}`)) {
      element.classList.remove(name);
      if (element.classList.length === 0) element.removeAttribute('class');
    }
  const page = fromDom(document as unknown as DomDocument, { url });
  const isContent = new Uint8Array(page.nodeCount);
  for (let node = 0; node < page.nodeCount; node++)
    isContent[node] = marked.has(page.domNodes(node)[0]) ? 1 : (isContent[page.parent[node]!] ?? 0);
  return { page, isContent };
}

/** Of template nodes, as the thesis counts them. */
function ratesOf(template: Uint8Array, isContent: Uint8Array): Rates {
  let right = 0;
  let said = 0;
  let gold = 0;
  for (let node = 0; node < isContent.length; node++) {
    if (isContent[node] === 0) gold++;
    if (template[node] === 1) said++;
    if (isContent[node] === 0 && template[node] === 1) right++;
  }
  const precision = said === 0 ? 0 : right / said;
  const recall = gold === 0 ? 0 : right / gold;
  return { precision, recall, f1: right === 0 ? 0 : (2 * precision * recall) / (precision + recall) };
}
