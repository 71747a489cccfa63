/**
 * The only script of the file. Without it everything is there to be opened and read; it sorts tables, puts choices in
 * place of what would be opened one by one, and shows pages a second time as gold sees them.
 */
export const reportScript: string = `
'use strict';
document.documentElement.classList.add('scripted');
for (const fold of document.querySelectorAll('.fold')) fold.open = false;

function make(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

function sortBy(table, column, isDown) {
  const body = table.tBodies[0];
  const valueOf = (row) => row.cells[column].dataset.value;
  const isText = column === 0;
  const compare = (a, b) => {
    const left = valueOf(a);
    const right = valueOf(b);
    if (left === '' || right === '') return (left === '') - (right === '');
    const order = isText ? left.localeCompare(right) : left - right;
    return isDown ? -order : order;
  };
  body.append(...[...body.rows].sort(compare));
  for (const [i, cell] of [...table.tHead.rows[0].cells].entries())
    if (i === column) cell.setAttribute('aria-sort', isDown ? 'descending' : 'ascending');
    else cell.removeAttribute('aria-sort');
}

for (const table of document.querySelectorAll('table.sortable'))
  for (const [column, cell] of [...table.tHead.rows[0].cells].entries()) {
    const button = make('button', { type: 'button', textContent: cell.textContent });
    cell.replaceChildren(button);
    button.addEventListener('click', () => {
      const isNumber = column > 0;
      const was = cell.getAttribute('aria-sort');
      sortBy(table, column, was === null ? isNumber : was === 'ascending');
    });
  }

const picks = [...document.querySelectorAll('.pick')];
const choicesOf = (pick) => [...pick.children].filter((child) => child.matches('details'));

/** All picks of a group show the same: a method stays chosen when the site changes. */
function choose(group, name) {
  for (const pick of picks.filter((one) => one.dataset.group === group)) {
    const choices = choicesOf(pick);
    if (!choices.some((choice) => choice.dataset.name === name)) continue;
    for (const choice of choices) {
      choice.hidden = choice.dataset.name !== name;
      choice.open = !choice.hidden;
    }
    pick.querySelector(':scope > .choice select').value = name;
  }
  for (const views of document.querySelectorAll('details[open] > article > .views')) showGold(views);
}

/** Made when it is looked at: the file holds each text once. */
function showGold(views) {
  if (views.dataset.doubled || views.closest('[hidden]')) return;
  views.dataset.doubled = 'yes';
  const flow = views.firstElementChild;
  const rows = [...flow.children].flatMap((row) => {
    if (row.matches('.gap')) return [row];
    const gold = row.cloneNode(true);
    gold.classList.add('gold');
    return [gold, row];
  });
  const title = (text) => make('p', { className: 'side', textContent: text });
  flow.replaceChildren(title('Gold'), title(views.dataset.method), ...rows);
}

for (const pick of picks) {
  const choices = choicesOf(pick);
  if (choices.length === 0) continue;
  const select = make('select', {}, ...choices.map((choice) => new Option(choice.dataset.name)));
  const label = make('label', { className: 'choice' }, make('span', { textContent: pick.dataset.label }), select);
  pick.prepend(label);
  select.addEventListener('change', () => choose(pick.dataset.group, select.value));
}
for (const pick of picks) {
  const first = pick.dataset.chosen || choicesOf(pick)[0]?.dataset.name;
  if (first !== undefined) choose(pick.dataset.group, first);
}

function follow() {
  const place = document.getElementById(location.hash.slice(1));
  if (!place || !place.matches('.pick > details')) return;
  choose(place.parentElement.dataset.group, place.dataset.name);
  place.parentElement.scrollIntoView();
}
addEventListener('hashchange', follow);
follow();

/** A row leads to the pages of its site, and of its method where they are shown. */
for (const row of document.querySelectorAll('.rows a'))
  row.addEventListener('click', (event) => {
    event.preventDefault();
    choose('page-methods', row.closest('details').dataset.name);
    const target = row.getAttribute('href');
    if (location.hash === target) follow();
    else location.hash = target;
  });
`;
