/**
 * Builds the core (`packages/dehusk/core`, AssemblyScript) into `packages/dehusk/build`: `core.wasm`, and
 * `core-checked.wasm` in which every access to a column is asserted.
 *
 *   node scripts/build-core.js [core | core-checked] [--force]
 *
 * The same sources give the same bytes, whatever Node and folder, so a build that is up to date is left alone. The
 * numbers of tags come from the page model's own list, and the names of character references from the library that the
 * other parser uses: nothing is written twice.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
/** The library of the package, which keeps its table in a file of its own. */
const decoder = createRequire(join(root, 'packages/dehusk/package.json')).resolve('entities/decode');
const { decodeHTML } = await import(pathToFileURL(decoder).href);
const { htmlDecodeData } = await import(
  pathToFileURL(join(dirname(decoder), 'generated/decode-data-html.js')).href
);
const core = join(root, 'packages/dehusk/core');
const out = join(root, 'packages/dehusk/build');

/** A list of `names.ts`, in its order. */
function namesOf(constant) {
  const source = readFileSync(join(root, 'packages/dehusk/src/page/names.ts'), 'utf8');
  const list = new RegExp(`const ${constant} = \\[(.*?)\\] as const;`, 's').exec(source)[1];
  const names = [...list.matchAll(/'([^']+)'/g)].map(([, name]) => name);
  const tooLong = names.find((name) => name.length > 16);
  if (tooLong !== undefined || names.length > 255)
    throw new Error(`the core has no room for ${tooLong ?? names.length}`);
  return names;
}

/** Attributes that the core asks for by name. */
const askedAttributes = [
  'class',
  'rel',
  'type',
  'aria-label',
  'itemprop',
  'itemscope',
  'color',
  'face',
  'size',
];

/** Some names are words of the language. */
function memberOf(name) {
  return ['class', 'var'].includes(name) ? `${name}_` : name.replace('-', '_');
}

function namesModule() {
  const names = namesOf('tagNames');
  const attributes = namesOf('attributeNames');
  const members = names.slice(1).map((name, i) => `  ${memberOf(name)} = ${i + 1},`);
  const bytesOf = (list) => list.flatMap((name) => [name.length, ...Buffer.from(name)]);
  return `export const KNOWN_TAGS: i32 = ${names.length};
export const enum Tag {
${members.join('\n')}
}
/** For each name its length and its letters. */
export function knownTagBytes(): usize {
  return memory.data<u8>([${bytesOf(names)}]);
}
export const KNOWN_ATTRIBUTE_COUNT: i32 = ${attributes.length};
export const enum Attribute {
${askedAttributes.map((name) => `  ${memberOf(name)} = ${attributes.indexOf(name)},`).join('\n')}
}
export function knownAttributeBytes(): usize {
  return memory.data<u8>([${bytesOf(attributes)}]);
}
`;
}

/** Every named reference of HTML: its name, what it means, and whether it may stand without a semicolon. */
function references() {
  const [data, values] = htmlDecodeData;
  const pair = (at) => ((data.charCodeAt(at) - 0x30) << 6) | (data.charCodeAt(at + 1) - 0x30);
  const count = pair(0);
  const metaStart = 6 + pair(2);
  const found = [];
  let name = '';
  let suffix = 6;
  let value = 0;
  for (let i = 0; i < count; i++) {
    const first = data.charCodeAt(metaStart + 2 * i) - 0x23;
    const second = data.charCodeAt(metaStart + 2 * i + 1) - 0x23;
    const ownLength = second & 31;
    const valueLength = (second >> 5) + 1;
    name = name.slice(0, first & 31) + data.slice(suffix, suffix + ownLength);
    suffix += ownLength;
    found.push({ name, value: values.slice(value, value + valueLength), isBare: (first & 0x20) !== 0 });
    value += valueLength;
  }
  return found;
}

function checkReferences(list) {
  for (const { name, value, isBare } of list) {
    if (decodeHTML(`&${name};`) !== value || (decodeHTML(`&${name}`) === value) !== isBare)
      throw new Error(`&${name}; was not read as its library reads it`);
    if (isBare && name.length > 6) throw new Error(`&${name} is longer than the core expects`);
  }
  if (list.length !== 2125) throw new Error(`HTML has 2,125 names of characters, not ${list.length}`);
}

function entitiesModule(list) {
  const size = 4096;
  const slots = new Array(size).fill(0);
  const names = [];
  const rows = [];
  for (const [i, { name, value, isBare }] of list.entries()) {
    const bytes = Buffer.from(value);
    if (bytes.length > 8) throw new Error(`&${name}; means more than eight bytes`);
    rows.push(names.length & 0xff, names.length >> 8, name.length, bytes.length | (isBare ? 0x80 : 0));
    rows.push(...bytes, ...new Array(8 - bytes.length).fill(0));
    names.push(...Buffer.from(name));
    let hash = name.length;
    for (const byte of Buffer.from(name)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
    let slot = (hash ^ (hash >>> 15)) & (size - 1);
    while (slots[slot] !== 0) slot = (slot + 1) & (size - 1);
    slots[slot] = i + 1;
  }
  return `export const ENTITY_MASK: u32 = ${size - 1};
export function entitySlots(): usize {
  return memory.data<u16>([${slots}]);
}
export function entityRows(): usize {
  return memory.data<u8>([${rows}]);
}
export function entityNames(): usize {
  return memory.data<u8>([${names}]);
}
`;
}

/**
 * Sources that the core shares with the method it serves, so that both find the same: TypeScript that is AssemblyScript
 * but for the spelling of imports, for what may be missing in an array, and for lists of numbers.
 */
const shared = ['facts', 'regions', 'pieces', 'evidence', 'judges'];

function sharedModule(name) {
  return readFileSync(join(root, `packages/dehusk/src/detect/adaptive/${name}.ts`), 'utf8')
    .replace(/^import (?:type )?\{([^}]*)\} from '\.\/([\w-]+)\.ts';$/gm, (_, names, file) => {
      const from = file === 'columns' ? '../judged-columns' : `./${file}`;
      // The language has these.
      const ours = names.replace(/\btype /g, '').replace(/\b(?:i32|f64|bool)\b,?/g, '');
      return `import {${ours}} from '${from}';`;
    })
    .replace(/^export const (\w+) = \{\n([^}]*)\} as const;$/gm, (_, list, members) => {
      return `export const enum ${list} {\n${members.replace(/^( +\w+): /gm, '$1 = ')}}`;
    })
    .replaceAll(']!', ']');
}

/** How large a function may be that becomes a part of its callers: always, where it seems to pay, and if it has one only. */
function inlining({ always, flexible, oneCaller }) {
  return class {
    afterCompile(module) {
      const { binaryen } = this;
      binaryen.setOptimizeLevel(3);
      binaryen.setShrinkLevel(0);
      binaryen.setAlwaysInlineMaxSize(always);
      binaryen.setFlexibleInlineMaxSize(flexible);
      binaryen.setOneCallerInlineMaxSize(oneCaller);
      binaryen.setAllowInliningFunctionsWithLoops(true);
      module.optimize();
    }
  };
}

async function compile(sources, name, { flags, inlined }) {
  const { default: asc } = await import('assemblyscript/asc');
  const command = [
    'core.ts',
    '--outFile',
    `${name}.wasm`,
    '--runtime',
    'stub',
    '--enable',
    'simd',
    '--use',
    'abort=',
  ];
  const { error, stderr } = await asc.main([...command, ...flags], {
    readFile: (file) => sources.get(file) ?? null,
    writeFile: (file, contents) => writeFileSync(join(out, file), contents),
    listFiles: () => [],
    transforms: inlined === undefined ? [] : [inlining(inlined)],
  });
  if (error !== null) throw new Error(`${error.message}\n${stderr.toString()}`);
}

const list = references();
checkReferences(list);
const sources = new Map(
  readdirSync(core)
    .filter((file) => file.endsWith('.ts'))
    .sort()
    .map((file) => [file, readFileSync(join(core, file), 'utf8')]),
);
sources.set('generated/names.ts', namesModule());
sources.set('generated/entities.ts', entitiesModule(list));
for (const name of shared) sources.set(`shared/${name}.ts`, sharedModule(name));

const { version } = JSON.parse(readFileSync(join(root, 'node_modules/assemblyscript/package.json'), 'utf8'));
/**
 * Whoever makes an instance knows how much memory it needs. V8 of Node 20 inlines no functions of WebAssembly, and the
 * language's own optimiser fewer than pay.
 */
const builds = {
  core: {
    flags: ['-O3', '--converge', '--noAssert', '--importMemory'],
    inlined: { always: 24, flexible: 150, oneCaller: 2000 },
  },
  'core-checked': { flags: ['-O1', '--debug', '--importMemory'] },
};
const named = process.argv.slice(2).filter((argument) => Object.hasOwn(builds, argument));
mkdirSync(out, { recursive: true });
for (const name of named.length > 0 ? named : Object.keys(builds)) {
  const digest = createHash('sha256')
    .update(JSON.stringify([version, builds[name], ...sources]))
    .digest('hex');
  const digestFile = join(out, `${name}.sha256`);
  const isBuilt = existsSync(digestFile) && readFileSync(digestFile, 'utf8') === digest;
  if (isBuilt && !process.argv.includes('--force')) continue;
  await compile(sources, name, builds[name]);
  writeFileSync(digestFile, digest);
}
