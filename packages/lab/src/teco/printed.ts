/**
 * Chapter 6 of Alarte (2014): the suite TECO as the thesis describes it. A benchmark's number (Id) is its place here,
 * from 1, and the same in Tables 5.1, 6.2, 6.3 and 6.4.
 */
import { type SuiteCategory, suiteCategories } from './groups.ts';

export interface PrintedBenchmark {
  readonly id: number;
  /** Table 6.1: its group, and where it was taken from. */
  readonly group: SuiteCategory;
  readonly source: string;
  /** Table 6.4, without `pages/` in front. */
  readonly keyPage: string;
  /** Table 6.2: DOM nodes of the key page, of its template, of its main content. */
  readonly nodes: number;
  readonly template: number;
  readonly main: number;
  /**
   * Table 6.3: links of the main menu (VL), and how many pages behind them have the whole template (TT), a part of it
   * (PT), and nothing of it (DT). VL of 32 is printed "l4".
   */
  readonly links: number;
  readonly entire: number;
  readonly partial: number;
  readonly none: number;
  readonly notes: string;
}

const [shop, forum, personal, media, institution] = suiteCategories;

type Row = readonly [SuiteCategory, string, number, number, number, number, number, number, number, string?];

const twoColumns =
  'Some pages use two columns while other use three. All of them are different to the key page.';
const otherHeader =
  'All pages share the same template, but the header is a bit different between the key page and the other pages.';

// biome-ignore format: a table
const rows: readonly Row[] = [
  [institution, 'water.org/index.html', 948, 711, 237, 9, 0, 9, 0, 'All pages add a block in the footer that does not belong to the key page.'],
  [institution, 'www.jdi.org.za/index.html', 626, 305, 225, 10, 10, 0, 0],
  [forum, 'stackoverflow.com/index.html', 6450, 447, 6003, 4, 4, 0, 0],
  [institution, 'www.eclipse.org/index.html', 256, 156, 100, 8, 8, 0, 0],
  [media, 'www.history.com/index.html', 1246, 669, 260, 12, 5, 6, 1, 'The website uses two different footers (hence, two templates). Therefore, some pages only implement partially the template of the key page.'],
  [institution, 'www.landcoalition.org/index.html', 1247, 393, 588, 26, 7, 19, 0, 'All pages share the same header and footer but there are pages with a different layout.'],
  [institution, 'es.fifa.com/index.html', 1324, 276, 737, 8, 0, 8, 0, twoColumns],
  [institution, 'cordis.europa.eu/fp7/ict/fire.html', 959, 335, 179, 24, 5, 19, 0, twoColumns],
  [shop, 'clotheshor.se/index.html', 459, 231, 228, 6, 6, 0, 0],
  [shop, 'www.emmaclothes.com/index.html', 1080, 374, 706, 6, 6, 0, 0],
  [institution, 'www.cleanclothes.org/index.html', 1335, 266, 1069, 6, 6, 0, 0],
  [shop, 'www.mediamarkt.es/index.html', 805, 337, 40, 16, 16, 0, 0],
  [shop, 'www.ikea.com/gb/en.html', 1545, 407, 1138, 10, 0, 10, 0, 'The submenu appears inside the main content.'],
  [shop, 'www.swimmingpool.com/index.html', 607, 499, 176, 16, 16, 0, 0, 'The main content of the key page uses a layout that is different to the other pages.'],
  [shop, 'www.skipallars.cat/en.html', 1466, 842, 573, 42, 42, 0, 0],
  [media, 'www.tennis.com/index.html', 1300, 463, 676, 13, 13, 0, 0],
  [media, 'www.tennischannel.com/index.html', 661, 303, 148, 29, 0, 29, 0, 'All pages use more blocks than the key page. For instance, advertisement blocks.'],
  [shop, 'www.turfparadise.com/index.html', 1057, 726, 322, 74, 74, 0, 0],
  [media, 'riotimesonline.com/index.html', 2063, 879, 969, 23, 23, 0, 0],
  [shop, 'www.beaches.com/index.html', 1928, 1306, 149, 77, 77, 0, 0],
  [personal, 'users.dsic.upv.es/~jsilva/wwv2013/index2.html', 197, 163, 34, 12, 12, 0, 0],
  [personal, 'users.dsic.upv.es/~dinsa/en/index.html', 241, 74, 167, 5, 5, 0, 0],
  [media, 'www.engadget.com/index.html', 1818, 768, 1050, 65, 65, 0, 0],
  [media, 'www.bbc.co.uk/news/index.html', 2991, 364, 1360, 5, 0, 5, 0, 'There are several different templates (but they are very similar).'],
  [media, 'www.vidaextra.com/index.html', 2331, 1137, 1194, 7, 7, 0, 0],
  [institution, 'www.ox.ac.uk/staff/index.html', 948, 525, 410, 7, 7, 0, 0, 'All pages share the same template. There is a breadcrumb inside the main content.'],
  [institution, 'clinicaltrials.gov/ct2/search/index/index.html', 543, 389, 120, 36, 36, 0, 0],
  [media, 'en.citizendium.org/index.html', 1083, 414, 667, 32, 32, 0, 0],
  [forum, 'www.filmaffinity.com/es/main.html', 1333, 351, 976, 32, 32, 0, 0],
  [media, 'edition.cnn.com/index.html', 3934, 192, 3742, 13, 13, 0, 0, otherHeader],
  [media, 'www.lashorasperdidas.com/index.html', 1822, 553, 722, 11, 11, 0, 0, otherHeader],
  [personal, 'labakeryshop.com/index.html', 1368, 218, 962, 14, 4, 0, 0, 'All pages share the same template. There is a big amount of javascript.'],
  [shop, 'www.felicity.co.uk/index.html', 300, 232, 68, 6, 6, 0, 0],
  [media, 'www.thelawyer.com/index.html', 3349, 1293, 1580, 69, 69, 0, 0],
  [shop, 'www.us-nails.com/Unternehmen/Ueber_Uns/ueber_uns_l2-dat=5860687c.php.html', 250, 184, 35, 10, 10, 0, 0],
  [institution, 'www.informatik.uni-trier.de/~ley/pers/hd/s/Silva_Josep.html', 3085, 64, 3021, 6, 5, 0, 1, 'One page linked from the main menu uses a different template.'],
  [shop, 'www.wayfair.co.uk/index.html', 1950, 702, 437, 377, 377, 0, 0],
  [shop, 'catalog.atsfurniture.com/index.html', 340, 301, 39, 6, 6, 0, 0],
  [shop, 'www.glassesusa.com/index.html', 1952, 1708, 244, 86, 86, 0, 0],
  [shop, 'www.mysmokingshop.co.uk/index2.html', 575, 407, 168, 35, 35, 0, 0],
];

/** Table 6.1 has hosts alone where the key page is the first page of its host, or near it. */
const sources: Readonly<Record<string, string>> = {
  'www.bbc.co.uk/news/index.html': 'www.bbc.co.uk/news',
  'www.ox.ac.uk/staff/index.html': 'www.ox.ac.uk/staff/index.html',
  'www.us-nails.com/Unternehmen/Ueber_Uns/ueber_uns_l2-dat=5860687c.php.html': 'www.us-nails.com',
  'www.mysmokingshop.co.uk/index2.html': 'www.mysmokingshop.co.uk',
};

export const printedBenchmarks: readonly PrintedBenchmark[] = rows.map(
  ([group, keyPage, nodes, template, main, links, entire, partial, none, notes = ''], i) => ({
    id: i + 1,
    ...{ group, keyPage, nodes, template, main, links, entire, partial, none, notes },
    source: sources[keyPage] ?? (/^[^/]+\/index\.html$/.test(keyPage) ? keyPage.split('/')[0]! : keyPage),
  }),
);

/** By the path of its key page, with or without `pages/` in front. */
export function printedBenchmark(keyPage: string): PrintedBenchmark | undefined {
  const path = keyPage.replace(/^pages\//, '');
  return printedBenchmarks.find((benchmark) => benchmark.keyPage === path);
}
