/**
 * Selectors of elements by their place in the document, so that a style sheet can name them and nothing must be written
 * into the page: `:root>body:nth-child(2)>div#top.head:nth-child(1)`.
 *
 * The place alone says which element it is. Id and class of the last step are there for the browser, which looks up
 * rules by them: with tags only, each of thousands of `div` would be held against each rule for a `div`.
 */
export function createPaths(): (element: Element) => string {
  const paths = new Map<Element, string>();
  const positions = new Map<Element, ReadonlyMap<Element, number>>();

  const positionOf = (element: Element, parent: Element): number => {
    let ofParent = positions.get(parent);
    if (ofParent === undefined) {
      ofParent = new Map([...parent.children].map((child, i) => [child, i + 1]));
      positions.set(parent, ofParent);
    }
    return ofParent.get(element)!;
  };

  /** The way to an element; by a loop, since documents may be deeper than the stack. */
  const pathTo = (element: Element): string => {
    const open: Element[] = [];
    let above: Element | null = element;
    while (above !== null && !paths.has(above)) {
      open.push(above);
      above = above.parentElement;
    }
    let path = above === null ? '' : paths.get(above)!;
    for (const step of open.reverse()) {
      const parent = step.parentElement;
      path = parent === null ? ':root' : `${path}>:nth-child(${positionOf(step, parent)})`;
      paths.set(step, path);
    }
    return path;
  };

  return (element) => {
    const parent = element.parentElement;
    if (parent === null) return ':root';
    return `${pathTo(parent)}>${nameOf(element)}:nth-child(${positionOf(element, parent)})`;
  };
}

function nameOf(element: Element): string {
  const { id } = element;
  if (id !== '') return `#${CSS.escape(id)}`;
  const [name] = element.classList;
  return name === undefined ? CSS.escape(element.localName) : `.${CSS.escape(name)}`;
}
