/**
 * What goes into a live document must be small: `dehusk/dom`, and what the extension injects. A bundler drops functions that
 * nobody calls; these plugins drop what it cannot see. All of them leave alone what the code does.
 */
import { parseAst } from 'rolldown/parseAst';

/** `isAlone`: no other file gets objects of this one, as those of the extension do: they may ask for what it does not. */
export function liveDocumentPlugins({ isAlone }) {
  return [oneFile(), plainChecksum(), inTheOneFile(isAlone)];
}

/** Where everything is in one file nothing can be loaded later: a wrapper around each module would be a tenth of it. */
function oneFile() {
  return {
    name: 'one-file',
    transform: {
      filter: { id: /\/dehusk\/src\/.*\.ts$/, code: /await import\('\./ },
      handler: (code) => {
        const paths = [];
        const inside = code.replace(
          /await import\(('\.[^']+')\)/g,
          (_, path) => `part${paths.push(path) - 1}`,
        );
        return paths.map((path, i) => `import * as part${i} from ${path};`).join('') + inside;
      },
    },
  };
}

/** The library's checksum is fast where states are megabytes, and a twentieth of the file. A site's state is small. */
function plainChecksum() {
  return {
    name: 'plain-checksum',
    resolveId: { filter: { id: /^@exodus\/bytes\/crc\.js$/ }, handler: () => 'plain-checksum' },
    load: {
      filter: { id: /^plain-checksum$/ },
      handler: () => `
        const table = Int32Array.from({ length: 256 }, (_, byte) => {
          let rest = byte;
          for (let bit = 0; bit < 8; bit++) rest = (rest >>> 1) ^ (0xedb88320 & -(rest & 1));
          return rest;
        });
        export function crc32(bytes) {
          let rest = -1;
          for (const byte of bytes) rest = table[(rest ^ byte) & 255] ^ (rest >>> 8);
          return ~rest >>> 0;
        }`,
    },
  };
}

/** What can be seen when all is in one file. In this order: what is dropped first may be all that needed the next. */
function inTheOneFile(isAlone) {
  const steps = [
    ...(isAlone ? [withoutUnusedMethods, withAskedNames] : []),
    withNumbers,
    withoutHelp,
    withRaisedMessages,
    withShortGlobals,
  ];
  return {
    name: 'in-the-one-file',
    renderChunk: (code) => steps.reduce((written, step) => step(written), code),
    // By then the bundler has dropped what only dropped methods called, and raised more of them.
    generateBundle: (_, files) => {
      for (const file of Object.values(files))
        if (file.type === 'chunk') file.code = withRaisedMessages(file.code);
    },
  };
}

// Methods that nobody calls

/** The library's own users call these: members of `Cleaner` and `CleanedPage` (`engine/cleaner.ts`). */
// biome-ignore format: a list of words
const calledFromOutside = [
  'add', 'learn', 'judge', 'commit', 'sizeBytes',
  'id', 'url', 'site', 'text', 'guarded', 'page', 'verdict', 'record',
];

/**
 * A method or getter stays if something that stays names it, whatever the object. So nothing is dropped that is called, and
 * little is kept that is not. Names in texts count too, for those who write `thing[name]`.
 */
function withoutUnusedMethods(code) {
  const { body } = parseAst(code);
  const methods = [];
  const named = new Set();
  const pending = [];
  const use = (name) => {
    if (named.has(name)) return;
    named.add(name);
    pending.push(name);
  };
  const read = (node) => {
    if (node === null || typeof node !== 'object') return;
    if (Array.isArray(node)) return node.forEach(read);
    if (node.type === 'MethodDefinition' && !node.computed && node.kind !== 'constructor')
      return methods.push({ method: node, name: nameOf(node.key), isRead: false });
    if (node.type === 'MemberExpression' && !node.computed) use(nameOf(node.property));
    if (node.type === 'Property' && !node.computed) use(nameOf(node.key));
    if (node.type === 'Literal' && typeof node.value === 'string') use(node.value);
    for (const [key, part] of Object.entries(node)) if (key !== 'type') read(part);
  };
  read(body);
  calledFromOutside.forEach(use);
  for (let name = pending.pop(); name !== undefined; name = pending.pop())
    for (const one of methods)
      if (one.name === name && !one.isRead) {
        one.isRead = true;
        read(one.method.value);
      }
  const unused = methods.filter(({ isRead }) => !isRead);
  return replaced(
    code,
    unused.map(({ method: { start, end } }) => ({ start, end, text: '' })),
  );
}

/** A private name is another one than a public one. */
function nameOf({ type, name, value }) {
  return type === 'PrivateIdentifier' ? `#${name}` : (name ?? value);
}

// Names that nobody asks for

/**
 * Of the lists of tags and attributes that have a fixed number (`page/names.ts`), those that the code names. Others get a
 * number when a page has them, and all that is different is their number.
 */
function withAskedNames(code) {
  const lists = topConstants(code).filter(({ id }) => /^(?:tag|attribute)Names$/.test(id.name));
  if (lists.length !== 2) throw new Error('the lists of names are not where they were');
  const isInList = ({ start }) => lists.some(({ init }) => start >= init.start && start < init.end);
  const named = new Set();
  visit(parseAst(code).body, (node) => {
    if (node.type === 'Literal' && !isInList(node)) named.add(node.value);
    if (node.type === 'MemberExpression' && !node.computed) named.add(node.property.name);
  });
  return replaced(
    code,
    lists.map(({ init: { start, end, elements } }) => {
      // The first tag is that of texts, which have no name.
      const asked = elements.map(({ value }) => value).filter((name, i) => i === 0 || named.has(name));
      return { start, end, text: JSON.stringify(asked) };
    }),
  );
}

// Numbers in place of their names

/** `SegmentFlag.link` is 1, which no minifier knows: a member might be assigned to. Those of ours are `as const`. */
function withNumbers(code) {
  const listed = new Map();
  const tables = new Map();
  for (const { id, init } of topConstants(code)) {
    const list = init?.type === 'ArrayExpression' ? init.elements.map((element) => element?.value) : [];
    if (list.length > 0 && list.every((name) => typeof name === 'string')) listed.set(id.name, list);
    // Only such tables are named so, and no variable inside a function.
    const table = /^[A-Z]/.test(id.name) && init ? tableOf(init, listed) : undefined;
    if (table !== undefined) tables.set(id.name, table);
  }
  const changes = [];
  const sets = [];
  visit(parseAst(code).body, (node) => {
    const value = node.type === 'MemberExpression' ? numberNamed(node, tables, listed) : undefined;
    if (value !== undefined) changes.push({ ...rangeOf(node), text: String(value) });
    if (node.type !== 'CallExpression' || node.callee.name !== 'tagSet') return;
    const numbers = node.arguments.map((name) => tables.get('Tag').get(name.value));
    sets.push({ ...rangeOf(node), text: `/* @__PURE__ */ tagSet(${numbers})`, numbers });
  });
  // Sets of tags are made of numbers then, if all of them can be.
  const [byName, byNumber] = ['set[Tag[name]] = 1', 'set[name] = 1'];
  if (sets.length === 0 || sets.some(({ numbers }) => numbers.includes(undefined)))
    return replaced(code, changes);
  if (!code.includes(byName)) throw new Error('sets of tags are made in another way');
  return replaced(code, [...changes, ...sets]).replace(byName, byNumber);
}

/** What the names in an object of nothing but numbers stand for; also in one made of a list of names (`page/names.ts`). */
function tableOf({ type, properties, callee, arguments: given }, listed) {
  if (type === 'ObjectExpression' && properties.length > 0) {
    const entries = properties.map(({ key, value }) => [key?.name ?? key?.value, value?.value]);
    return entries.every(([, value]) => typeof value === 'number') ? new Map(entries) : undefined;
  }
  const list = callee?.name === 'numberByName' ? listed.get(given[0].name) : undefined;
  return list && new Map(list.map((name, number) => [name, number]));
}

/** Of `Table.name`, of `Object.keys(Table).length`, and of `names.length`. */
function numberNamed({ object, property, computed }, tables, listed) {
  if (property.name === 'length' && listed.has(object.name)) return listed.get(object.name).length;
  const isCount = property.name === 'length' && object.callee?.object?.name === 'Object';
  if (isCount && object.callee.property.name === 'keys') return tables.get(object.arguments[0].name)?.size;
  return computed && property.type !== 'Literal'
    ? undefined
    : tables.get(object.name)?.get(property.name ?? property.value);
}

// Texts that nobody reads here

/** What the command's help says of the options of a method. */
function withoutHelp(code) {
  return code.replace(/^\t+(?:help|summary): "(?:[^"\\]|\\.)*",?\n/gm, '');
}

/** Of the table of failures, those messages that something inside can raise: what is left of the code names them. */
function withRaisedMessages(code) {
  const raised = code.replace(/^\t([A-Z]+(?:_[A-Z]+)+): ("(?:[^"\\]|\\.)*"),?\n/gm, (entry, name) =>
    code.includes(`"${name}"`) || code.includes(`'${name}'`) ? entry : '',
  );
  const emptied = [...raised.matchAll(/^const (\w+Messages) = \{\s*\};\n/gm)];
  return emptied.reduce(
    (rest, [table, name]) => rest.replace(table, '').replace(new RegExp(`^\\t\\.{3}${name},?\\n`, 'm'), ''),
    raised,
  );
}

// Globals

/** A minifier may not give them a short name: they might be replaced. What is undefined stands at 140 places. */
const globals =
  /^(?:void 0|(?:Uint8|Uint16|Uint32|Int32|Float32|Float64)Array|Math\.(?:max|min|imul|ceil|round|floor)|JSON\.(?:stringify|parse)|Object\.(?:keys|entries|fromEntries)|Number\.parseInt|Symbol\.asyncDispose|DataView)$/;

function withShortGlobals(code) {
  const shorts = new Map();
  const changes = [];
  const shorten = ({ start, end }) => {
    const name = code.slice(start, end);
    const short = `own${name.replace(/\W/, '')}`;
    shorts.set(name, short);
    changes.push({ start, end, text: short });
  };
  visit(parseAst(code).body, (node, parent) => {
    const isName = node.type === 'Identifier' && parent.property !== node && parent.key !== node;
    const isValue = node.type === 'MemberExpression' || node.type === 'UnaryExpression';
    if ((isName || isValue) && globals.test(code.slice(node.start, node.end))) shorten(node);
  });
  // A minifier writes the value of such a constant at its places again, unless it cannot see what it is.
  const declared = [...shorts].map(([name, short]) =>
    name === 'void 0' ? `const [${short}] = [];\n` : `const ${short} = ${name};\n`,
  );
  return declared.join('') + replaced(code, changes);
}

// Syntax trees

function topConstants(code) {
  return parseAst(code)
    .body.filter(({ type, kind }) => type === 'VariableDeclaration' && kind === 'const')
    .flatMap(({ declarations }) => declarations);
}

/** Every node, those around it first. */
function visit(node, see, parent) {
  if (node === null || typeof node !== 'object') return;
  if (!Array.isArray(node)) see(node, parent);
  for (const part of Object.values(node)) visit(part, see, Array.isArray(node) ? parent : node);
}

function rangeOf({ start, end }) {
  return { start, end };
}

function replaced(code, changes) {
  let text = '';
  let at = 0;
  for (const change of [...changes].sort((one, other) => one.start - other.start)) {
    text += code.slice(at, change.start) + change.text;
    at = change.end;
  }
  return text + code.slice(at);
}
