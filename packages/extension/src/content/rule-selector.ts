/**
 * A selector for a rule of the site: it should name the same part on other pages too, so it goes by ids and classes, and
 * by position only where these tell nothing.
 */

/** Names that a page draws by number (`post-4711`, `css-1x2y3z`) are others on the next page. */
const drawnName = /\d{2,}|[a-z]\d[a-z\d]*\d|^[\d-]/i;

/** What a page has once, or says the purpose of. A mere `ul` is the only list here, and one of many elsewhere. */
const anchorTags = new Set(['body', 'header', 'footer', 'nav', 'main', 'aside']);

export function ruleSelector(element: Element): string {
  let selector = '';
  let isAnchored = false;
  for (let step: Element | null = element; step !== null; step = step.parentElement) {
    const own = nameOf(step);
    selector = selector === '' ? own : `${own}>${selector}`;
    isAnchored ||= /[#.]/.test(own) || anchorTags.has(own);
    if (isAnchored && isOnly(selector, element)) return selector;
  }
  // Nothing tells it apart but where it stands.
  return pathTo(element);
}

function nameOf(element: Element): string {
  if (element.id !== '' && !drawnName.test(element.id)) return `#${CSS.escape(element.id)}`;
  const classes = [...element.classList].filter((name) => !drawnName.test(name));
  return CSS.escape(element.localName) + classes.map((name) => `.${CSS.escape(name)}`).join('');
}

function isOnly(selector: string, element: Element): boolean {
  const found = document.querySelectorAll(selector);
  return found.length === 1 && found[0] === element;
}

function pathTo(element: Element): string {
  const steps: string[] = [];
  for (let step = element; step.parentElement !== null; step = step.parentElement) {
    const alike = [...step.parentElement.children].filter(({ localName }) => localName === step.localName);
    const position = alike.length === 1 ? '' : `:nth-of-type(${alike.indexOf(step) + 1})`;
    steps.push(CSS.escape(step.localName) + position);
  }
  return ['html', ...steps.reverse()].join('>');
}
