/**
 * Writes the documents that are made from the program: docs/API.md from the types of its entries, docs/METHODS.md from
 * what the methods say of themselves, docs/COMMANDS.md and the manual page from the commands. `npm run docs` builds first. With `--check` nothing is written: what differs from
 * the files is named, exit 1.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseAst } from 'rolldown/parseAst';

const root = fileURLToPath(new URL('../', import.meta.url));
const home = join(root, 'packages/dehusk');
const types = join(home, 'dist/types');

/** Import name → path of its types and of its source. */
const entries = {
  dehusk: 'index',
  'dehusk/node': 'node',
  'dehusk/dom': 'dom',
  'dehusk/crawlee': 'crawlee/crawlee',
};

const files = new Map();

/** A declaration file: its text, its statements, and where the names come from that it declares or imports. */
function openTypes(path) {
  if (!files.has(path)) files.set(path, readTypes(path));
  return files.get(path);
}

function readTypes(path) {
  const text = readFileSync(path, 'utf8');
  const { body } = parseAst(text, { lang: 'dts' }, path);
  const file = { text, declared: new Map(), imported: new Map(), exported: new Map(), all: [] };
  const sourceOf = ({ source }) => join(dirname(path), source.value.replace(/\.ts$/, '.d.ts'));
  for (const statement of body) {
    if (statement.type === 'ImportDeclaration') {
      // What comes from other packages is not ours to describe.
      if (!statement.source.value.startsWith('.')) continue;
      for (const { local, imported } of statement.specifiers)
        file.imported.set(local.name, { path: sourceOf(statement), name: imported.name });
    } else if (statement.type === 'ExportAllDeclaration') file.all.push(sourceOf(statement));
    else if (statement.type === 'ExportNamedDeclaration' && statement.source)
      for (const { local, exported } of statement.specifiers)
        file.exported.set(exported.name, { path: sourceOf(statement), name: local.name });
    else addDeclaration(file, statement);
  }
  return file;
}

function addDeclaration(file, statement) {
  const isExported = statement.type === 'ExportNamedDeclaration';
  const node = isExported ? statement.declaration : statement;
  const name = (node?.id ?? node?.declarations?.[0].id)?.name;
  if (name === undefined) return;
  file.declared.set(name, { file, name, node, start: statement.start });
  if (isExported) file.exported.set(name, undefined);
}

/** The declaration behind a name that a file exports. */
function followExport(path, name) {
  const file = openTypes(path);
  if (file.exported.has(name)) {
    const from = file.exported.get(name);
    return from === undefined ? file.declared.get(name) : followExport(from.path, from.name);
  }
  for (const other of file.all) {
    const found = followExport(other, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The declaration behind a name as a file uses it; undefined for what the language or Node brings. */
function followUse(file, name) {
  if (file.declared.has(name)) return file.declared.get(name);
  const from = file.imported.get(name);
  return from === undefined ? undefined : followExport(from.path, from.name);
}

function exportsOf(path) {
  const { exported, all } = openTypes(path);
  return [...new Set([...exported.keys(), ...all.flatMap(exportsOf)])];
}

/** The doc comment that ends where something starts, as lines without stars. */
function commentBefore(text, start) {
  const before = text.slice(0, start).trimEnd();
  if (!before.endsWith('*/')) return '';
  return commentText(before.slice(before.lastIndexOf('/**')));
}

function commentText(comment) {
  const lines = comment.replace(/^\/\*\*|\*\/$/g, '').split('\n');
  return lines
    .map((line) => line.replace(/^\s*\* ?/, '').trimEnd())
    .join('\n')
    .trim();
}

/** A declaration as one would write it down: without what only the compiler needs. */
function declarationText({ file, name, node }) {
  if (node.type === 'VariableDeclaration') return constantText(file, name, node.declarations[0]);
  if (node.type === 'TSDeclareFunction') return functionText(file.text, name, node);
  const text = file.text
    .slice(node.start, node.end)
    .replace(/^declare /, '')
    .replace(/\n +#private;/, '');
  return text.replace(/^(?: {4})+/gm, (spaces) => ' '.repeat(spaces.length / 2));
}

/** A constant that is a function, described as a member of an interface, is shown as that function. */
function constantText(file, name, { id, start, end }) {
  const type = id.typeAnnotation?.typeAnnotation;
  if (type?.type === 'TSIndexedAccessType') {
    const owner = followUse(file, type.objectType.typeName.name);
    const wanted = type.indexType.literal.value;
    const member = owner.node.body.body.find(({ key }) => key.name === wanted);
    return functionText(owner.file.text, name, member.typeAnnotation.typeAnnotation);
  }
  return `const ${file.text.slice(start, end)};`;
}

function functionText(text, name, { typeParameters, params, returnType }) {
  const part = (node) => (node ? text.slice(node.start, node.end) : '');
  const result = part(returnType).replace(/^=>/, ':').replace(/^: ?/, ': ');
  const given = params.map((param) => part(param).replace(/\n\s*/g, ' '));
  const line = `function ${name}${part(typeParameters)}(${given.join(', ')})${result};`;
  if (line.length <= 100) return line;
  return `function ${name}${part(typeParameters)}(\n${given.map((param) => `  ${param},\n`).join('')})${result};`;
}

/** Every name of a type that a node mentions. */
function mentionedTypes(node, found = new Set()) {
  if (node === null || typeof node !== 'object') return found;
  if (node.type === 'TSTypeReference' && node.typeName.type === 'Identifier') found.add(node.typeName.name);
  if (node.type === 'TSInterfaceHeritage' && node.expression.type === 'Identifier')
    found.add(node.expression.name);
  for (const value of Object.values(node)) mentionedTypes(value, found);
  return found;
}

/** `count`: how many names are stable. */
function makeApi() {
  const names = new Map();
  const sections = Object.entries(entries).map(([entry, path]) => {
    const typesPath = join(types, `${path}.d.ts`);
    const declarations = exportsOf(typesPath).map((name) => followExport(typesPath, name));
    const isAgain = ({ name, node }) => names.get(name)?.node === node;
    const again = declarations.filter(isAgain).map(({ name }) => `\`${name}\``);
    const added = declarations.filter((declaration) => !isAgain(declaration)).sort(byUse);
    for (const declaration of added) {
      if (commentOf(declaration) === '') throw new Error(`${declaration.name} has no doc comment`);
      if (!names.has(declaration.name)) names.set(declaration.name, declaration);
    }
    const source = readFileSync(join(home, 'src', `${path}.ts`), 'utf8');
    const header = commentText(source.slice(0, source.indexOf('*/') + 2));
    const sameNames = again.length === 0 ? [] : [`As in \`dehusk\`: ${again.join(', ')}.`];
    return [`## \`${entry}\``, header, ...sameNames, ...added.map(describe)].join('\n\n');
  });
  const text = `# The library

Made from the types by \`npm run docs\`. These ${names.size} names are stable: they change only with a new major version.
\`dehusk/parts\` has more (detectors, mappings, tables, accessors of a page), without promise: any of it may change with
any version. Errors are in [ERRORS.md](ERRORS.md), methods and their options in [METHODS.md](METHODS.md).

${sections.join('\n\n')}

## What these are made of

Types that the names above mention. They have no name of their own to import.

${partsOf(names).map(describe).join('\n\n')}
`;
  return { text, count: names.size };
}

/** What the declarations mention and do not name themselves; also what these in turn extend. */
function partsOf(names) {
  const stable = new Set([...names.values()].map(({ node }) => node));
  const found = new Map();
  const add = ({ file }, mentioned) => {
    for (const name of mentionedTypes(mentioned)) {
      const part = followUse(file, name);
      if (part === undefined || stable.has(part.node) || found.has(part.node)) continue;
      found.set(part.node, part);
      add(part, part.node.extends ?? null);
    }
  };
  for (const declaration of names.values())
    if (declaration.node.type !== 'VariableDeclaration') add(declaration, declaration.node);
  return [...found.values()].sort(byUse);
}

/** Functions before types, each by name. */
function byUse(a, b) {
  const rank = ({ node }) => (/^TS(Interface|TypeAlias)/.test(node.type) ? 1 : 0);
  return rank(a) - rank(b) || (a.name < b.name ? -1 : 1);
}

function commentOf({ file, start }) {
  return commentBefore(file.text, start);
}

function describe(declaration) {
  const code = `\`\`\`ts\n${declarationText(declaration)}\n\`\`\``;
  return [`### \`${declaration.name}\``, commentOf(declaration), code]
    .filter((part) => part !== '')
    .join('\n\n');
}

async function makeMethods() {
  const load = (entry) => import(pathToFileURL(join(home, 'dist', entry)).href);
  const { methods } = await load('index-node.js');
  const { expectedText, hyperlink } = await load('parts.js');
  const kinds = {
    stream: 'It judges a page when it comes',
    batch: 'It needs many pages at once, and holds pages back',
    page: 'It is what `dehusk template` does, whose flags are these options (`--max-pages`, `--no-nearby`), and `extractTemplate`',
  };
  const sectionOf = ({ name, kind, summary, options }, i) => {
    // What votes are counted of is told with the mappings.
    const page = `methods/${name === 'mapping-vote' ? 'sequence' : name}.md`;
    const rows = Object.entries(options).map(
      ([option, about]) =>
        `| \`${option}\` | \`${about.default}\` | ${expectedText(about)} | ${about.help} |`,
    );
    const table = ['| option | default | takes | |', '|---|---|---|---|', ...rows].join('\n');
    const more = existsSync(join(root, 'docs', page)) ? ` More in [${page}](${page}).` : '';
    const sentence = summary[0].toUpperCase() + summary.slice(1);
    const head = `${sentence}. ${kinds[kind]}${i === 0 ? ', and is the default' : ''}.${more}`;
    return [`## \`${name}\``, head, rows.length === 0 ? 'It has no options.' : table].join('\n\n');
  };
  const sections = methods.map(sectionOf);
  const ofTemplate = sectionOf({ ...hyperlink, kind: 'page' }, 1);
  return `# Methods

Made from what the methods say of themselves, by \`npm run docs\`. The command takes a method as \`--method NAME\` and its
options as \`--set OPTION=VALUE\`, the library as \`{ method: 'NAME', methodOptions: { OPTION: VALUE } }\`.

${sections.join('\n\n')}

${ofTemplate}
`;
}

/** All commands and flags, as the command describes them itself. */
async function loadCommands() {
  const { describeCommands } = await import(pathToFileURL(join(home, 'dist/parts.js')).href);
  return describeCommands();
}

const flagText = ({ short, long, value }) =>
  `${short === undefined ? '' : `${short}, `}${long}${value === undefined ? '' : ` ${value}`}`;
const choiceText = ({ choices }) => (choices.length === 0 ? '' : `; one of ${choices.join(', ')}`);

function makeReference(commands) {
  const cell = (words) =>
    words.replaceAll('|', '\\|').replace(/[<>]/g, (sign) => (sign === '<' ? '&lt;' : '&gt;'));
  const sections = commands.map(({ name, description, usage, parameters, flags, more }) => {
    const takes = parameters.map((one) => `- \`${one.name}\`: ${cell(one.description)}`).join('\n');
    const rows = flags.map(
      (flag) => `| \`${flagText(flag)}\` | ${cell(flag.description)}${cell(choiceText(flag))} |`,
    );
    const table = ['| flag | |', '|---|---|', ...rows].join('\n');
    const code = `\`\`\`\ndehusk ${name} ${usage}\n\`\`\``;
    return [`## dehusk ${name}`, description, code, takes, table, `\`\`\`\n${more}\n\`\`\``].join('\n\n');
  });
  return `# Commands and flags

Made from the command itself by \`npm run docs\`; \`dehusk COMMAND --help\` prints the same. The manual page \`dehusk(1)\` and
the completions of \`dehusk completion\` come from there too.

${sections.join('\n\n')}
`;
}

/** In roff: a line that begins with a dot or a quote is a request, and a hyphen is no minus. */
function roff(words) {
  return words
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(
      /[^\0-\x7f]/gu,
      (sign) => `\\[u${sign.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}]`,
    )
    .replace(/^(?=[.'])/gm, '\\&');
}

function makeManual(commands) {
  const sections = commands.map(({ name, description, usage, flags, more }) => {
    const list = flags.map(
      (flag) => `.TP\n.B ${roff(flagText(flag))}\n${roff(flag.description + choiceText(flag))}\n`,
    );
    return `.SS dehusk ${name} ${roff(usage)}\n${roff(description)}\n${list.join('')}.PP\n.nf\n${roff(more)}\n.fi\n`;
  });
  const { version, description } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  return `.TH DEHUSK 1 "" "dehusk ${version}" "User commands"
.SH NAME
dehusk \\- separates the template of a web site from the content of its pages
.SH SYNOPSIS
.B dehusk
.I COMMAND
[options]
.SH DESCRIPTION
${roff(description)}
Data goes to standard output, everything else to standard error.
.SH COMMANDS
${sections.join('')}.SH EXIT STATUS
0 done; 1 could not run to the end; 2 wrong usage; 3 done, but some pages failed, each named on standard error;
129, 130, 143 stopped by a signal.
Of diff: 0 the versions are the same, 1 they differ, 2 trouble.
Of search: 0 pages were found, 1 none was, 2 trouble.
`;
}

const { text, count } = makeApi();
const commands = await loadCommands();
const documents = {
  'docs/API.md': text,
  'docs/METHODS.md': await makeMethods(),
  'docs/COMMANDS.md': makeReference(commands),
  'packages/dehusk/man/dehusk.1': makeManual(commands),
};
const isCheck = process.argv.includes('--check');
for (const [path, made] of Object.entries(documents)) {
  const file = join(root, path);
  if (!isCheck) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, made);
  } else if (!existsSync(file) || readFileSync(file, 'utf8') !== made) {
    console.error(`${path} is not what the program says: npm run docs`);
    process.exitCode = 1;
  }
}
console.log(`${count} stable names`);
