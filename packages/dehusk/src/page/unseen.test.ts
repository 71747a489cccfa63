import { describe, expect, test } from 'vitest';
import { readText } from './page.ts';
import { parseText } from './parse.ts';
import { unseenNodes } from './unseen.ts';

const article = `<p>${'Words that everybody reads. '.repeat(30)}</p>`;
const long = 'A sentence that only opens with a click. '.repeat(12);

/** The texts of a page that nobody sees. */
function unseenTexts(html: string): readonly string[] {
  const page = parseText(html);
  const unseen = unseenNodes(page);
  return Array.from(page.segments)
    .filter((node) => unseen?.[node] === 1)
    .map((node) => readText(page, node).trim());
}

test('a page that hides nothing has no mask', () => {
  expect(unseenNodes(parseText(article))).toBeUndefined();
});

describe('hidden by', () => {
  test.each([
    ['hidden', '<span hidden>x</span>'],
    ['aria-hidden', '<span aria-hidden="true">x</span>'],
    ['inline display', '<span style="color:red; display : none">x</span>'],
    ['inline visibility', '<span style="visibility:hidden">x</span>'],
    ['far to the left', '<div style="position:absolute;left:-9999px">x</div>'],
    ['clipped', '<span style="position:absolute;clip:rect(0,0,0,0)">x</span>'],
    ['a closed dialog', '<dialog>x</dialog>'],
    ['the role of a dialog', '<div role="dialog">x</div>'],
    ['a bubble', '<div role="tooltip">x</div>'],
    ['popover', '<div popover>x</div>'],
    ['a helper class', '<span class="a sr-only">x</span>'],
    ['WordPress', '<a class="skip-link screen-reader-text" href="#main">x</a>'],
    ['an annotation', '<math><semantics><mi>y</mi><annotation>x</annotation></semantics></math>'],
    ['a video that is shown', '<video controls><source src=a.mp4><p>x</p></video>'],
    ['a player', '<audio src=a.mp3>x</audio>'],
    ['a drawing', '<canvas>x</canvas>'],
    ['an object', '<object data=a.svg><p>x</p></object>'],
    ['an ancestor', '<div hidden><p><b>x</b></p></div>'],
  ])('%s', (_, html) => {
    expect(unseenTexts(`${article}${html}`)).toEqual(['x']);
  });
});

describe('shown all the same', () => {
  test.each([
    ['an open dialog', '<dialog open>x</dialog>'],
    ['hidden until it is found', '<p hidden="until-found">x</p>'],
    ['aria-hidden that is false', '<span aria-hidden="false">x</span>'],
    ['details', '<details><summary>s</summary>x</details>'],
    ['a panel of tabs', '<div role="tabpanel" hidden>x</div>'],
    ['what a button controls', '<button aria-controls="a b">s</button><div id="b" hidden>x</div>'],
    ['what a link opens', '<a href="#more">s</a><div id="more" style="display:none">x</div>'],
    ['what Bootstrap opens', '<a data-bs-target="#m">s</a><div id="m" style="display:none">x</div>'],
    ['later items of a list', '<ul><li>s<li style="display:none">x</ul>'],
    ['a tab beside a shown one', '<div class="tab">s</div><div class="tab" style="display:none">x</div>'],
    ['beside its helper', '<b><span class="sr-only">5 euros</span><span aria-hidden="true">x</span></b>'],
    ['in a named element', '<span aria-label="5 of 5"><span aria-hidden="true">x</span></span>'],
    ['in details', '<details><summary>s</summary><div><div aria-hidden="true">x</div></div></details>'],
    ['what React sends late', '<div hidden id="S:1f">x</div>'],
    ['an unknown class', '<span class="hidden-xs">x</span>'],
    ['the only form of a formula', '<math><annotation>x</annotation></math>'],
  ])('%s', (_, html) => {
    expect(unseenTexts(`${article}${html}`)).not.toContain('x');
  });

  test('what is long', () => {
    for (const html of [`<div style="display:none">${long}</div>`, `<dialog>${long}</dialog>`])
      expect(unseenTexts(`${article}${article}${html}`)).toEqual([]);
  });

  test('what is long and has a helper class', () => {
    expect(unseenTexts(`${article}<p class="sr-only">${long}</p>`)).toEqual([]);
  });

  test('answers below their questions', () => {
    const item = (question: string, answer: string, style = 'style="display:none"'): string =>
      `<div class="item"><p>${question}?</p><div class="answer" ${style}><p>${answer}</p></div></div>`;
    const answers = [
      'costs nothing at all',
      'is open from Monday to Friday',
      'is found behind the old harbour',
    ].map((words) => `The house of which everybody in the town speaks ${words}.`);
    const faq = (style?: string): string =>
      answers.map((answer, i) => item(`Question ${i}`, answer, style)).join('');
    expect(unseenTexts(`${article}${faq()}`)).toEqual([]);
    // Two are no row; nor are messages, of which all say the same; nor labels, nor links.
    expect(unseenTexts(`${article}${item('a', answers[0]!)}${item('b', answers[1]!)}`)).toHaveLength(2);
    expect(unseenTexts(article + item('a', answers[0]!).repeat(3))).toHaveLength(3);
    const boxes = '<li>A box to tick</li>'.repeat(6);
    for (const letter of ['a', 'b', 'c'])
      expect(
        unseenTexts(article + item(letter, `<ul><li>${letter}</li>${boxes}</ul>`).repeat(3)),
      ).not.toEqual([]);
    const links = answers.map((answer, i) => item(`${i}`, `<a href=/x>${answer}</a>`)).join('');
    expect(unseenTexts(article + links)).toEqual(answers);
  });

  test('summaries that are links', () => {
    const link = (i: number): string =>
      `<h2><a href=/${i}>Title ${i}</a></h2><a href=/${i} aria-hidden="true">Story ${i}, told in as many words as a summary of a story on a page of news has.</a>`;
    expect(unseenTexts(article + [1, 2, 3].map(link).join(''))).toEqual([]);
    expect(unseenTexts(article + '<a href=#x aria-hidden="true">Permalink</a>'.repeat(3))).toHaveLength(3);
  });

  test('most of a page', () => {
    expect(unseenTexts('<body style="visibility:hidden"><p>All there is.</p></body>')).toEqual([]);
  });
});

test('what is long and shown elsewhere is not seen twice', () => {
  const html = `${article}<p>${long}</p><div style="display:none"><p>${long}</p></div>`;
  expect(unseenTexts(html)).toEqual([long.trim()]);
});

test('of two hidden copies of a long text one stays', () => {
  const hidden = `<div style="display:none">${long}</div>`;
  expect(unseenTexts(`${article}${article}<p>${hidden}</p><section>${hidden}</section>`)).toHaveLength(1);
});

test('inside what stays, what is short and hidden goes', () => {
  const html = `${article}<div style="display:none">${long}<span class="sr-only">helper</span></div>`;
  expect(unseenTexts(html)).toEqual(['helper']);
});

test('a picture that screen readers pass over is seen, a hidden one is not', () => {
  const page = parseText(`${article}<img aria-hidden="true" src="a.png"><img hidden src="b.png">`);
  const unseen = unseenNodes(page)!;
  expect(Array.from(unseen).filter((bit) => bit === 1)).toHaveLength(1);
});

test('many hidden elements in a row, and deep ones, take time that grows with the page only', () => {
  const row = '<div><span style="display:none" class="a">x</span></div>'.repeat(4_000);
  const items = `<ul>${'<li hidden>x</li>'.repeat(4_000)}</ul>`;
  const deep = `${'<div style="display:none">'.repeat(300)}${'<p>word</p>'.repeat(4_000)}${'</div>'.repeat(300)}`;
  expect(unseenTexts(`${row}${items}`).length).toBe(8_000);
  expect(unseenTexts(`${article.repeat(60)}${deep}`)).toEqual([]);
});
