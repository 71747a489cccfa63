/**
 * A shape is an element in short: `div#main.wide[role=main]`. Themes are tables of shapes; a shape gives both the
 * start tag that is written and the selector that the gold says it by, so that the two cannot disagree.
 */
export type Shape = string;

/** How a site writes its class names. */
export type ClassNaming = (className: string) => string;

/** Legacy: upper-case tags, attributes without quotes where HTML allows it, optional end tags left out. */
export type MarkupStyle = 'tidy' | 'legacy';

export interface Tag {
  readonly name: string;
  /** The start tag without its closing `>`. */
  readonly start: string;
  readonly end: string;
}

interface ShapeParts {
  readonly name: string;
  readonly id: string | undefined;
  readonly classes: readonly string[];
  readonly attributes: readonly (readonly [name: string, value: string])[];
}

/** An id, a class or an attribute; the value of an attribute may hold anything but `]`. */
const piece = /#([\w-]+)|\.([\w:/-]+)|\[([\w-]+)(?:=([^\]]*))?\]/g;

const optionalEnds: ReadonlySet<string> = new Set(['li', 'td', 'tr', 'th', 'dt', 'dd', 'option']);

export function toTag(shape: Shape, naming: ClassNaming, style: MarkupStyle): Tag {
  const { name, id, classes, attributes } = readShape(shape, naming);
  const all: (readonly [string, string])[] = [...attributes];
  if (classes.length > 0) all.unshift(['class', classes.join(' ')]);
  if (id !== undefined) all.unshift(['id', id]);
  const written = style === 'legacy' ? name.toUpperCase() : name;
  const omitted = style === 'legacy' && optionalEnds.has(name);
  return {
    name,
    start: `<${written}${all.map(([key, value]) => writeAttribute(key, value, style)).join('')}`,
    end: omitted ? '' : `</${written}>`,
  };
}

export function toSelector(shape: Shape, naming: ClassNaming): string {
  const { name, id, classes, attributes } = readShape(shape, naming);
  const tests = attributes.map(([key, value]) => `[${key}="${value}"]`);
  return [name, id === undefined ? '' : `#${id}`, ...classes.map(escapeClass), ...tests].join('');
}

export function writeAttribute(name: string, value: string, style: MarkupStyle): string {
  if (style === 'legacy' && /^[\w-]+$/.test(value)) return ` ${name.toUpperCase()}=${value}`;
  return ` ${name}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`;
}

function readShape(shape: Shape, naming: ClassNaming): ShapeParts {
  const classes: string[] = [];
  const attributes: [string, string][] = [];
  let id: string | undefined;
  for (const [, foundId, className, key, value] of shape.matchAll(piece)) {
    if (foundId !== undefined) id = foundId;
    if (className !== undefined) classes.push(naming(className));
    if (key !== undefined) attributes.push([key, value ?? '']);
  }
  return { name: /^\w+/.exec(shape)![0], id, classes, attributes };
}

function escapeClass(className: string): string {
  return `.${className.replace(/[:/]/g, '\\$&')}`;
}
