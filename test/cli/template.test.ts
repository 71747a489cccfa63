/** `dehusk template` on pages in files and archives. */
import { expect, it } from 'vitest';
import { insectHtml } from '../template/insect-site.ts';
import { createWorkplace } from './run-dehusk.ts';

const names = ['ants', 'bees', 'moths', 'wasps'];

/** A mirror: every page is the index of a folder. */
function mirror() {
  const place = createWorkplace();
  place.write('site/index.html', insectHtml('all insects'));
  for (const name of names) place.write(`site/${name}/index.html`, insectHtml(name));
  return place;
}

const lines = (text: string): readonly string[] => text.trimEnd().split('\n');

const template =
  '<body><header><a href="/">Insects</a></header><nav><ul><li><a href="/ants/">All ants</a></li>' +
  '<li><a href="/bees/">All bees</a></li><li><a href="/moths/">All moths</a></li><li><a href="/wasps/">All wasps</a></li>' +
  '</ul></nav><footer><p>© Insects</p></footer></body></html>\n';

it('writes the template of a file of a folder, by its path', async () => {
  const { stdout, stderr, exitCode } = await mirror().run(['template', 'site/index.html', 'site']);
  expect(stdout.slice(stdout.indexOf('<body>'))).toBe(template);
  expect(stdout).toContain('<title>Template</title>');
  expect(stderr).toBe('');
  expect(exitCode).toBe(0);
});

it('takes the folder of a file for the input', async () => {
  const place = mirror();
  const { stdout } = await place.run(['template', 'site/index.html']);
  expect(stdout).toBe((await place.run(['template', 'index.html', 'site'])).stdout);
  expect(stdout.slice(stdout.indexOf('<body>'))).toBe(template);
});

it('keeps empty slots, the content, or its main part', async () => {
  const place = mirror();
  const written = async (...flags: string[]) =>
    (await place.run(['template', 'site/index.html', ...flags])).stdout;
  expect(await written('--slots')).toContain(
    '</nav><article class="all insects" data-dehusk="slot"></article><footer>',
  );
  const content = await written('--content');
  expect(content).toContain('<h1>On all insects</h1><p>What we know of all insects.</p>');
  expect(content).not.toContain('© Insects');
  expect(await written('--content=main')).toContain('What we know of all insects.');
  expect(await written('--format', 'marked-html', '--evidence', 'votes')).toContain(
    '<nav data-dehusk="template" data-dehusk-score="1" data-dehusk-seen="4/4">',
  );
  expect(await written('--format', 'marked-html')).toMatch(
    /<nav data-dehusk="template" data-dehusk-score="0\.9\d*" data-dehusk-seen="4\/4">/,
  );
});

it('writes the menus', async () => {
  const { stdout } = await mirror().run(['template', 'ants/index.html', 'site', '--menus']);
  const [menu, ...others] = lines(stdout).map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(others).toEqual([]);
  expect(menu).toMatchObject({
    tag: 'ul',
    items: [
      { text: 'All ants', level: 1, active: 'page' },
      { text: 'All bees', url: 'https://files.invalid/bees/', level: 1 },
      { text: 'All moths', level: 1 },
      { text: 'All wasps', level: 1 },
    ],
  });
});

it('compares with other pages of the input where no link leads to one', async () => {
  const place = createWorkplace();
  const pages = names.map((name) =>
    JSON.stringify({
      url: `https://a.example/${name}`,
      html: insectHtml(name).replaceAll('href="/', 'href="https://b.example/'),
    }),
  );
  place.write('crawl.jsonl', `${pages.join('\n')}\n`);
  const { stdout, stderr } = await place.run(['template', 'https://a.example/bees', 'crawl.jsonl']);
  expect(stderr).toBe('dehusk: no page that it links to is at hand: compared with 3 others of the input\n');
  expect(stdout).toContain('© Insects');
  expect(stdout).not.toContain('What we know');
  const strict = await place.run(['template', 'https://a.example/bees', 'crawl.jsonl', '--thesis']);
  expect([strict.exitCode, strict.stdout]).toEqual([1, '']);
});

it('uses what clean has learned of the site', async () => {
  const place = createWorkplace();
  const line = (name: string) => JSON.stringify({ url: `https://a.example/${name}`, html: insectHtml(name) });
  place.write('crawl.jsonl', `${names.map(line).join('\n')}\n`);
  place.write('one.jsonl', `${line('beetles')}\n`);
  await place.run(['clean', 'crawl.jsonl', '--state', 'a.state', '-o', 'out.jsonl']);
  const alone = ['template', 'https://a.example/beetles', 'one.jsonl'];
  expect((await place.run(alone)).exitCode).toBe(1);
  const { stdout, stderr } = await place.run([...alone, '--state', 'a.state']);
  expect(stderr).toBe('dehusk: judged by what the state knows of the site\n');
  expect(stdout).toContain('© Insects');
  expect(stdout).not.toContain('What we know');
});

it('gives the sections of a site, and the pages that its menus reach', async () => {
  const place = createWorkplace();
  const pages = ['', ...names, 'beetles'].map((name) =>
    JSON.stringify({ url: `https://a.example/${name && `${name}/`}`, html: insectHtml(name || 'all') }),
  );
  place.write('crawl.jsonl', `${pages.join('\n')}\n`);
  await place.run(['clean', 'crawl.jsonl', '--state', 'a.state', '-o', 'out.jsonl']);
  const sites = ['sites', 'a.state', '--site', 'a.example', '--topology', '--check', 'crawl.jsonl'];
  const { stdout, stderr } = await place.run(sites);
  expect(stderr).toBe('dehusk: 4 links in menus; they reach 4 of 6 pages\n');
  expect(lines(stdout).map((line) => line.split(/ {2,}/))).toEqual([
    ['ITEM', 'PAGES', 'ADDRESS'],
    ...names.map((name) => [`All ${name}`, '6', `https://a.example/${name}/`]),
  ]);
  const json = await place.run([...sites, '--format', 'json']);
  expect(JSON.parse(lines(json.stdout)[0]!)).toEqual({
    url: 'https://a.example/ants/',
    text: 'All ants',
    level: 1,
    pages: 6,
    of: 6,
  });
});

it('tells the votes of every node', async () => {
  const { stdout } = await mirror().run(['template', 'site/index.html', '--format', 'json']);
  const nodes = lines(stdout).map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(nodes[0]).toEqual({ node: 0, parent: -1, tag: 'html', votes: 3, of: 3, template: true });
  expect(nodes.find(({ text }) => text === '© Insects')).toMatchObject({ votes: 3, template: true });
  expect(nodes.find(({ text }) => text === 'On all insects')).toMatchObject({ votes: 0, template: false });
});

it('knows the same slots in every form', async () => {
  const place = mirror();
  const { stdout } = await place.run(['template', 'site/index.html', '--format', 'json']);
  const nodes = lines(stdout).map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(nodes.filter(({ slot }) => slot === true).map(({ tag }) => tag)).toEqual(['article']);
  const html = (await place.run(['template', 'site/index.html', '--slots'])).stdout;
  expect(html.match(/<\w+[^>]* data-dehusk="slot"/g)).toHaveLength(1);
});

it.each([
  [['template', 'site/index.html'], 'site/index.html'],
  [['template', 'site/index.html'], 'site/ants/index.html'],
  [['template', 'site/index.html', 'site'], 'site/other.html'],
])('%j does not write over what it reads: -o %s', async (args, output) => {
  const place = mirror();
  place.write('site/other.html', 'linked by none');
  const before = place.read(output);
  const { stderr, exitCode } = await place.run([...args, '-o', output]);
  expect(stderr).toBe(`dehusk: the input ${output} lies in the output ${output}: write elsewhere\n`);
  expect(exitCode).toBe(2);
  expect(place.read(output)).toBe(before);
});

it('can be written twice into the folder of the page, and to standard output', async () => {
  const place = mirror();
  const run = (output: string) => place.run(['template', 'site/index.html', '-o', output]);
  await run('site/template.html');
  const { exitCode } = await place.run([
    'template',
    'site/index.html',
    '-o',
    'site/template.html',
    '--force',
  ]);
  expect(exitCode).toBe(0);
  expect((await run('site/template.html')).exitCode).toBe(2);
  expect((await run('-')).stdout).toBe(place.read('site/template.html'));
});

it('explains which links it followed', async () => {
  const { stderr } = await mirror().run(['template', 'site/index.html', '--explain', '-o', 'template.html']);
  const told = lines(stderr);
  expect(told.filter((line) => line.includes(': page'))).toHaveLength(3);
  expect(told.filter((line) => line.includes('not followed'))).toHaveLength(1);
  expect(told.filter((line) => line.startsWith('dehusk: compared with'))).toHaveLength(3);
  expect(told.at(-3)).toBe('dehusk: judged by what 4 pages of the site repeat');
  expect(told.at(-2)).toMatch(/^dehusk: 3 of 3 votes: \d+ nodes$/);
});

it('finds the page of an archive or of JSON Lines by its address', async () => {
  const place = createWorkplace();
  const pages = ['', ...names.map((name) => `${name}/`)].map((path) =>
    JSON.stringify({ url: `https://insects.example/${path}`, html: insectHtml(path || 'all insects') }),
  );
  place.write('crawl.jsonl', `${pages.join('\n')}\n`);
  const { stdout } = await place.run(['template', 'https://insects.example/', 'crawl.jsonl']);
  expect(stdout).toContain(
    '<base href="https://insects.example/"><title>Template of https://insects.example/</title>',
  );
  expect(stdout.slice(stdout.indexOf('<body>'))).toBe(template);
});

it('says that fewer pages were found, and asks for fewer votes', async () => {
  const place = createWorkplace();
  place.write('site/index.html', insectHtml('all insects'));
  place.write('site/ants/index.html', insectHtml('ants'));
  const run = (...flags: string[]) =>
    place.run(['template', 'site/index.html', '-o', 'template.html', '--force', ...flags]);
  const { stderr, exitCode } = await run();
  expect(stderr).toBe('dehusk: only 1 of 3 pages found to compare with\n');
  expect(exitCode).toBe(0);
  expect(place.read('template.html')).toContain('© Insects');
  expect((await run('--evidence', 'votes')).stderr).toBe(
    'dehusk: only 1 of 3 pages found to compare with: 1 of 1 votes make template\n',
  );
});

it('ends with an error where there is nothing to compare with', async () => {
  const place = createWorkplace();
  place.write('site/index.html', insectHtml('all insects'));
  const { stdout, stderr, exitCode } = await place.run(['template', 'site/index.html']);
  expect(stdout).toBe('');
  expect(stderr).toBe(
    'dehusk: none of the 4 links of site/index.html leads to a page of its site that could be had\n',
  );
  expect(exitCode).toBe(1);
});

it.each([
  [['template', 'site/indx.html', 'site'], 'no page site/indx.html in the input', 1],
  [['template', 'site/index.html', 'nowhere'], 'no such file or folder: nowhere', 1],
  [['template', 'x', '-'], 'the input is read twice', 2],
  [['template', 'site/index.html', '--votes', '4'], '--votes', 2],
  [['template', 'site/index.html', '--pages', '9'], '--pages', 2],
  [['template', 'site/index.html', '--slots', '--content'], '--slots', 2],
  [['template', 'site/index.html', '--content=side'], '--content', 2],
  [['template', 'site/index.html', '--mapping', 'top-down-exakt'], 'top-down-exact', 2],
  [['template'], "missing required argument 'PAGE'", 2],
] as const)('refuses %j', async (args, message, code) => {
  const { stdout, stderr, exitCode } = await mirror().run(args);
  expect(stdout).toBe('');
  expect(stderr).toContain(message);
  expect(exitCode).toBe(code);
});
