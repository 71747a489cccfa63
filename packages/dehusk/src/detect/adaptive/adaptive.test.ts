import { describe, expect, it } from 'vitest';
import { describeDetector } from '../../../../../test/contracts/detector-contract.ts';
import { pageSource } from '../../../../../test/page-source.ts';
import { stepSelector } from '../../page/css-path.ts';
import { type Page, readNormalText } from '../../page/page.ts';
import { parseText } from '../../page/parse.ts';
import type { Detector, Verdict } from '../detector.ts';
import { decodeLesson, encodeLesson } from '../lesson.ts';
import { createAdaptiveDetector } from './adaptive.ts';

describeDetector('adaptive', createAdaptiveDetector);
describeDetector('adaptive', () => createAdaptiveDetector({ forgetting: false }));

const subjects = ['ants', 'bees', 'moths', 'wasps', 'flies', 'bugs', 'crickets', 'beetles', 'lice', 'fleas'];
const sections = ['Home', 'Animals', 'Plants', 'Stones'];

/** Every page says something of its own; the item of its section is no link. */
function shopPage(i: number, id = `https://shop.example/${i}`): Page {
  const subject = `${subjects[i % subjects.length]} number ${i}`;
  const items = sections.map((name, section) =>
    section === i % sections.length ? `<strong>${name}</strong>` : `<a href="/${name}">${name}</a>`,
  );
  return parseText(
    `<body class="page-${i}"><div id="menu"><ul><li>${items.join('<li>')}</ul></div>` +
      `<div id="middle"><div id="main"><h1>All about ${subject}</h1><table><tr><th>Price:<td>${i + 7} Euro</table>` +
      `<p>Nobody knows more about ${subject} than we do, and here we tell all of it to whoever wants to read.</p>` +
      `<p>They live in gardens, and if they are ${subject} they eat what the others have left for them there.</p>` +
      '</div><div id="side"><p>Open all day.</p></div></div><div id="foot"><p>Insects and more, all of them sold as they were found in the garden.</p></div>',
    { id },
  );
}
const shopPages = (count: number): Page[] => Array.from({ length: count }, (_, i) => shopPage(i));

/** The texts that a verdict takes away. */
function removed(page: Page, { template }: Pick<Verdict, 'template'>): string[] {
  return [...page.segments].filter((node) => template[node] === 1).map((node) => readNormalText(page, node));
}
const footer = 'Insects and more, all of them sold as they were found in the garden.';
const frame = [...sections, 'Open all day.', footer];

describe('the adaptive detector', () => {
  it('keeps the article of a site’s first page, and not its menu', () => {
    const verdict = createAdaptiveDetector().observe(shopPage(0));
    // A sentence below it that no element calls a footer may be either.
    expect(removed(shopPage(0), verdict).filter((text) => text !== footer)).toEqual(sections);
    expect([verdict.of, verdict.version]).toEqual([1, 0]);
  });

  it('takes away what frames the content, and keeps a label beside a new value', () => {
    const detector = createAdaptiveDetector();
    for (const [i, page] of shopPages(60).entries()) {
      const gone = removed(page, detector.observe(page));
      // A side box of three words may be content, until it was seen again and again.
      if (i > 3) expect(gone).toEqual(frame);
    }
  });

  it('takes a button away from the heading that it stands behind, and keeps the heading', () => {
    const detector = createAdaptiveDetector();
    for (let i = 0; i < 20; i++) {
      const subject = subjects[i % subjects.length]!;
      const page = parseText(
        '<nav><a href="/">Home</a> <a href="/Animals">Animals</a></nav>' +
          `<main><h1>The species <i>${subject}</i> <button>Copy the name</button></h1>` +
          `<p>Nobody knows more about the ${i + 1} kinds of ${subject} that live in the garden than we do.</p>` +
          `<p>They live in groups of ${i * i}, and if they are ${subject} they eat what was left there.</p></main>`,
        { id: `https://shop.example/${i}` },
      );
      const gone = removed(page, detector.observe(page));
      // What was said of it as a part of the heading still counts for some pages.
      if (i >= 14) expect(gone).toEqual(['Home', 'Animals', 'Copy the name']);
    }
  });

  it('keeps what comes back on a few pages among many', () => {
    const detector = createAdaptiveDetector();
    for (const page of shopPages(30)) detector.learn(page);
    const again = 'The same words on some pages of the site, which is no template yet.';
    const withNote = (i: number): Page =>
      parseText(pageSource(shopPage(i)).replace('<p>They', `<p>${again}</p><p>They`), { id: `note ${i}` });
    for (const i of [30, 31, 32]) {
      const page = withNote(i);
      expect(removed(page, detector.observe(page))).not.toContain(again);
    }
  });

  it('tells on how many pages a text was seen, of how many', () => {
    const detector = createAdaptiveDetector();
    let verdict = detector.observe(shopPage(0));
    for (const page of shopPages(10).slice(1)) verdict = detector.observe(page);
    const page = shopPage(9);
    // Older pages count less, so ten are nearly nine.
    expect(verdict.of).toBe(9);
    const seen = [...page.segments].map(
      (node) => `${readNormalText(page, node).slice(0, 7)} ${verdict.seen[node]}`,
    );
    expect(seen).toContain('Insects 9');
    expect(seen).toContain('Nobody  1');
    expect(seen).toContain('Price: 9');
    expect(seen).toContain('Animals 3');
  });
});

describe.each([true, false])('a page is no witness of itself: forgetting %s', (forgetting) => {
  const create = (): Detector => createAdaptiveDetector({ forgetting });

  it('when it is all there is', () => {
    const page = shopPage(0);
    const detector = create();
    const unknown = detector.judge(page).template;
    for (let capture = 1; capture <= 5; capture++) {
      detector.learn(page);
      expect(detector.judge(page).template).toEqual(unknown);
    }
    expect(detector.observe(page).template).toEqual(unknown);
    expect(detector.judge(page)).toMatchObject({ of: 1, version: 0 });
  });

  it('when it was captured more often than the others', () => {
    const [often, ...others] = shopPages(4);
    const detector = create();
    for (const page of [...others, often!, often!, often!, often!, often!]) detector.learn(page);
    const gone = removed(often!, detector.judge(often!));
    // Its own item of the menu is no link on any other page, and the side box has been seen three times.
    expect(frame.filter((text) => !gone.includes(text)).length).toBeLessThanOrEqual(1);
    expect(gone.filter((text) => !frame.includes(text))).toEqual([]);
  });

  it('when the whole site was captured many times', () => {
    const [once, often] = [create(), create()];
    const pages = shopPages(20);
    for (const page of pages) once.learn(page);
    for (let round = 0; round < 8; round++) for (const page of pages) often.learn(page);
    for (const page of pages) {
      const [expected, told] = [once.judge(page), often.judge(page)];
      expect(removed(page, told)).toEqual(removed(page, expected));
      expect(told.of).toBe(expected.of);
    }
  });

  it('when it has no name, and its text is what it is known by', () => {
    const detector = create();
    const unknown = detector.judge(shopPage(0, '')).template;
    for (let capture = 1; capture <= 5; capture++) detector.learn(shopPage(0, ''));
    expect(detector.judge(shopPage(0, '')).template).toEqual(unknown);
  });

  it('but other pages without a name are', () => {
    const named = create();
    const nameless = create();
    for (let i = 0; i < 8; i++) {
      named.learn(shopPage(i));
      nameless.learn(shopPage(i, ''));
    }
    for (let i = 0; i < 10; i++)
      expect(nameless.judge(shopPage(i, '')).score).toEqual(named.judge(shopPage(i)).score);
  });
});

describe('what another method has found on the first page', () => {
  const first = shopPage(0);
  const text = 'Nobody knows more';
  const nodesOf = (page: Page, ...starts: string[]): number[] =>
    [...page.segments].filter((node) => starts.some((start) => readNormalText(page, node).startsWith(start)));
  const knownOf = (page: Page, ...starts: string[]): Uint8Array => {
    const known = new Uint8Array(page.nodeCount);
    for (const node of nodesOf(page, ...starts)) known[node] = 1;
    return known;
  };
  const known = knownOf(first, ...sections, 'Insects', text);

  it('is taken away at once, and told', () => {
    const detector = createAdaptiveDetector();
    expect(removed(first, detector.judge(first))).not.toContainEqual(expect.stringContaining(text));
    const verdict = detector.observe(first, detector.lesson(first, known));
    expect(removed(first, verdict)).toContainEqual(expect.stringContaining(text));
    expect(removed(first, verdict)).toContain(footer);
    const told = detector.templateSegments();
    expect(told).toHaveLength(sections.length + 2);
    expect(told.every(({ bootstrapped, seen }) => bootstrapped && seen === 1)).toBe(true);
  });

  it('does not matter on later pages', () => {
    const [one, other] = [createAdaptiveDetector(), createAdaptiveDetector()];
    one.observe(shopPage(1));
    other.observe(shopPage(1));
    expect(one.observe(first, one.lesson(first, known))).toEqual(other.observe(first));
    expect(one.save()).toEqual(other.save());
  });

  it('is forgotten if no other page has it', () => {
    const detector = createAdaptiveDetector();
    detector.observe(first, detector.lesson(first, known));
    for (let i = 1; i <= 40; i++) detector.observe(shopPage(i));
    expect(detector.templateSegments().map((segment) => segment.text)).not.toContainEqual(
      expect.stringContaining(text),
    );
    const gone = removed(shopPage(41), detector.judge(shopPage(41)));
    expect(gone).toEqual(expect.arrayContaining([...sections, footer]));
    expect(gone).not.toContainEqual(expect.stringContaining(text));
  });

  it('is part of the lesson, even if it was nothing', () => {
    for (const found of [known, new Uint8Array(first.nodeCount)]) {
      const learned = createAdaptiveDetector();
      const lesson = learned.lesson(first, found);
      learned.observe(first, lesson);
      const followed = createAdaptiveDetector();
      followed.apply(decodeLesson(encodeLesson(lesson, 'asked')));
      for (const detector of [learned, followed]) detector.learn(shopPage(1));
      expect(followed.save()).toEqual(learned.save());
      expect(followed.templateSegments().some(({ bootstrapped }) => bootstrapped)).toBe(found === known);
    }
  });
});

describe('the template in words', () => {
  const told = (detector: Detector): string[] =>
    detector.templateSegments().map(({ text, path }) => `${path.map(stepSelector).join(' > ')}: ${text}`);

  it('is the menu and the footer, by what their paths have in common, and no label', () => {
    const detector = createAdaptiveDetector();
    for (const page of shopPages(60)) detector.observe(page);
    const paths = sections.flatMap((name) => [
      `html > body > div#menu > ul > li > a: ${name}`,
      `html > body > div#menu > ul > li > strong: ${name}`,
    ]);
    const texts = ['div#middle > div#side > p: Open all day.', `div#foot > p: ${footer}`];
    expect(told(detector).sort()).toEqual([...paths, ...texts.map((text) => `html > body > ${text}`)].sort());
  });

  it('is the same for who learns and does not judge', () => {
    const [observed, learned] = [createAdaptiveDetector(), createAdaptiveDetector()];
    for (const page of shopPages(20)) {
      observed.observe(page);
      learned.learn(page);
    }
    expect(told(learned).sort()).toEqual(told(observed).sort());
  });

  it('loses what no page has any more', () => {
    const detector = createAdaptiveDetector();
    for (const page of shopPages(20)) detector.learn(page);
    const bare = (i: number): Page => parseText(`<h1>No ${i}</h1><p>Words ${i}`, { id: `bare ${i}` });
    for (let i = 0; i < 80; i++) detector.learn(bare(i));
    expect(told(detector)).toEqual([]);
  });
});

describe('the version of the template', () => {
  it('grows while the menu is learned, and then no more', () => {
    const detector = createAdaptiveDetector();
    const versions = shopPages(80).map((page) => detector.observe(page).version);
    expect(versions[0]).toBe(0);
    expect(versions[1]).toBe(1);
    expect(versions[79]).toBe(versions[30]);
  });

  it('does not grow when the same pages come again', () => {
    for (const count of [1, 2, 3]) {
      const detector = createAdaptiveDetector();
      const pages = shopPages(count);
      for (const page of pages) detector.observe(page);
      const { version } = detector;
      for (let round = 0; round < 5; round++) for (const page of pages) detector.observe(page);
      expect(detector.version).toBe(version);
    }
  });

  it('grows with a redesign', () => {
    const detector = createAdaptiveDetector();
    for (const page of shopPages(30)) detector.observe(page);
    const { version } = detector;
    const redesigned = (i: number): Page =>
      parseText(pageSource(shopPage(i)).replaceAll('ul>', 'nav>').replaceAll('<li>', '<span>'), {
        id: `new ${i}`,
      });
    for (let i = 0; i < 20; i++) detector.observe(redesigned(i));
    expect(detector.version).toBeGreaterThan(version);
  });
});
