/** What the components promise to whoever reads, hears or steers them. */
import { parseHTML } from 'linkedom';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { checkbox, segments } from '../src/choices.ts';
import { button, element, problem } from '../src/element.ts';
import { changeList, removableList, table, tableRow } from '../src/lists.ts';

beforeAll(() => {
  const { document } = parseHTML('<!doctype html><html><body></body></html>') as unknown as {
    document: Document;
  };
  vi.stubGlobal('document', document);
});
afterAll(() => void vi.unstubAllGlobals());

const hostile = '<img src=x onerror="boom()">';

it('set texts as texts, wherever they come from', () => {
  const made = element(
    'div',
    {},
    element('p', { attributes: { title: hostile } }, hostile),
    button(hostile, () => undefined),
    checkbox(hostile, true, () => undefined),
    ...problem(hostile),
    ...changeList(hostile, [{ kind: hostile, text: hostile, isCurrent: true, isSecond: false }], {
      sort: 'content',
      isOpen: true,
    }),
    removableList([{ words: [hostile], removeLabel: hostile, remove: () => undefined }], ''),
    table([hostile], element('tbody', {}, tableRow(hostile, [hostile]))),
  );
  expect(made.querySelectorAll('img')).toHaveLength(0);
  expect(made.textContent!.split(hostile).length - 1).toBe(11);
});

it('tell which of a few is chosen, and what was chosen instead', () => {
  const chosen: string[] = [];
  const names = { page: 'Page', content: 'Content' };
  const group = segments('View', names, {
    name: 'view',
    chosen: 'content',
    changed: (name) => chosen.push(name),
  });
  expect(group.querySelector('legend')!.textContent).toBe('View');
  const radios = [...group.querySelectorAll('input')];
  expect(radios.map(({ checked, value }) => [value, checked])).toEqual([
    ['page', false],
    ['content', true],
  ]);
  radios[0]!.dispatchEvent(new (document.defaultView as unknown as { Event: typeof Event }).Event('change'));
  expect(chosen).toEqual(['page']);
});

it('name what a button without words removes, and say when there is nothing', () => {
  let removed = 0;
  const list = removableList(
    [{ words: ['a rule'], removeLabel: 'Remove a rule', remove: () => removed++ }],
    '',
  );
  const remove = list.querySelector('button')!;
  expect(remove.getAttribute('aria-label')).toBe('Remove a rule');
  remove.click();
  expect(removed).toBe(1);
  expect(removableList([], 'No rules.').textContent).toBe('No rules.');
  expect(changeList('In the content', [], { sort: 'content', isOpen: true })).toEqual([]);
  expect(problem(undefined)).toEqual([]);
});

it('count what was replaced and what is in its place as one change', () => {
  const part = { kind: 'Gone', text: 'A text', isCurrent: false, isSecond: false };
  const [list] = changeList('In the content', [part, { ...part, isSecond: true }], {
    sort: 'content',
    isOpen: true,
  });
  expect(list!.querySelector('summary')!.textContent).toBe('In the content (1)');
  expect(list!.querySelectorAll('li')).toHaveLength(2);
});
