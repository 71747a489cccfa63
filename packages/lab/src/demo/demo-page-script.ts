/** The only script of the page. Frames hold the pages themselves; texts in them are found again one after the other. */
export const demoScript: string = `
'use strict';
const pages = JSON.parse(document.getElementById('pages').textContent);
const choice = document.getElementById('choice');
const paneOf = (name) => document.querySelector('.pane[data-pane=' + name + ']');
const marks = '.dehusk-t{background:#ffe3c7;box-shadow:0 0 0 2px #ffe3c7;color:#5a2500!important;opacity:1}.dehusk-on{outline:2px solid #0a5fb4}' +
  '.dehusk-gone{display:none!important}.dehusk-slot{display:block;flex:2;border:1px dashed #888;min-height:1.5em;margin:4px 0}';
let shown;

function make(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

const plain = (text) => text.replace(/[ \\t\\n\\f\\r]+/g, ' ').trim();

/** Puts each text of a document into an element that knows its number. */
function numberTexts(inside, texts) {
  const walker = inside.createTreeWalker(inside.body, NodeFilter.SHOW_TEXT);
  const nodes = [];
  while (walker.nextNode()) nodes.push(walker.currentNode);
  let next = 0;
  for (const node of nodes) {
    const text = plain(node.data);
    if (text === '') continue;
    const found = texts.findIndex((one, i) => i >= next && one.text === text);
    if (found < 0) continue;
    next = found + 1;
    const box = inside.createElement('span');
    box.dataset.number = found;
    node.replaceWith(box);
    box.append(node);
  }
  return [...inside.querySelectorAll('[data-number]')];
}

function whyOf(block, isTemplate) {
  const verdict = isTemplate ? 'template' : 'content';
  const facts = (reasons) => reasons.slice(0, 3).map((reason) => reason.fact).join('; ');
  const [because, against] = [true, false].map((is) => facts(block.why.filter((reason) => (reason.for === verdict) === is)));
  return 'Because: ' + (because || 'nothing speaks against it') + '.' + (against ? ' Against it: ' + against + '.' : '');
}

function seenOf(block) {
  return block.seen + ' of ' + block.of + ' pages';
}

function tell(number) {
  const { texts, blocks } = shown;
  const { block, isTemplate, score } = texts[number];
  const verdict = make('span', { className: isTemplate ? 'is-template' : 'is-content', textContent: isTemplate ? 'Template' : 'Content' });
  const words = ', ' + Math.round((isTemplate ? score : 1 - score) * 100) + ' % sure. Its block was seen on ' + seenOf(blocks[block]) + '. ' + whyOf(blocks[block], isTemplate);
  document.getElementById('why').replaceChildren(verdict, words);
}

/** Fills a frame; what is done with its texts once they are there is up to the pane. */
function fill(name, source, arrange) {
  const frame = paneOf(name).querySelector('iframe');
  const page = shown;
  frame.onload = () => {
    if (page !== shown) return;
    const inside = frame.contentDocument;
    inside.head.append(Object.assign(inside.createElement('style'), { textContent: marks }));
    const boxes = numberTexts(inside, page.texts);
    arrange(boxes, inside);
    for (const box of boxes) {
      box.addEventListener('mouseenter', () => { box.classList.add('dehusk-on'); tell(Number(box.dataset.number)); });
      box.addEventListener('mouseleave', () => box.classList.remove('dehusk-on'));
    }
    inside.addEventListener('click', (event) => event.preventDefault());
  };
  frame.srcdoc = source;
}

/** The largest elements that hold content and no template become an empty place. */
function cutContent(boxes, inside) {
  const isTemplate = (box) => shown.texts[box.dataset.number].isTemplate;
  const holdsTemplate = new Set();
  for (const box of boxes)
    if (isTemplate(box)) for (let up = box; up; up = up.parentElement) holdsTemplate.add(up);
  for (const box of boxes) {
    if (isTemplate(box) || !box.isConnected || box.closest('.dehusk-gone')) continue;
    let top = box;
    while (top.parentElement && top.parentElement !== inside.body && !holdsTemplate.has(top.parentElement)) top = top.parentElement;
    const before = top.previousElementSibling;
    if (!before || !before.matches('.dehusk-slot, .dehusk-gone')) top.before(Object.assign(inside.createElement('span'), { className: 'dehusk-slot' }));
    top.classList.add('dehusk-gone');
  }
}

function listBlocks() {
  const rows = shown.blocks.map((block, number) => {
    const texts = shown.texts.filter((one) => one.block === number);
    const isTemplate = texts.some((one) => one.isTemplate);
    const words = texts.map((one) => one.text).join(' ');
    const verdict = make('td', { className: isTemplate ? 'is-template' : 'is-content', textContent: isTemplate ? 'template' : 'content' });
    return make('tr', {}, make('td', { textContent: words.length > 120 ? words.slice(0, 120) + '…' : words }), verdict,
      make('td', { textContent: seenOf(block) }), make('td', { textContent: whyOf(block, isTemplate) }));
  });
  document.getElementById('blocks').replaceChildren(...rows);
}

function show(number) {
  shown = pages[number];
  choice.value = number;
  document.getElementById('figure').textContent = Math.round(shown.ratio * 100) + ' % of its text is template';
  document.getElementById('why').textContent = 'Point at a text, or tap it: here it says why the text was kept or taken away.';
  fill('page', shown.page, (boxes) => {
    for (const box of boxes) if (shown.texts[box.dataset.number].isTemplate) box.classList.add('dehusk-t');
  });
  fill('content', shown.content, () => {});
  fill('template', shown.page, cutContent);
  listBlocks();
}

choice.addEventListener('change', () => show(Number(choice.value)));
const step = (by) => () => show((Number(choice.value) + by + pages.length) % pages.length);
document.getElementById('previous').addEventListener('click', step(-1));
document.getElementById('next').addEventListener('click', step(1));
for (const tab of document.querySelectorAll('[role=tab]'))
  tab.addEventListener('click', () => {
    for (const other of document.querySelectorAll('[role=tab]')) other.setAttribute('aria-selected', other === tab);
    for (const pane of document.querySelectorAll('.pane')) pane.classList.toggle('shown', pane.dataset.pane === tab.dataset.pane);
  });
show(Number(choice.value));
`;
