/**
 * The documents as a small site: `npm run site` writes it to build/site. It is made from the same files that are read
 * in the repository, searches in the browser without asking anybody, and loads nothing from elsewhere.
 */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';

const page = (text, link) => ({ text, link });

/** Links to examples lead to the files themselves, which are copied; the router must not take them for pages. */
function linkExamples(md) {
  const { link_open } = md.renderer.rules;
  md.renderer.rules.link_open = (tokens, at, options, env, self) => {
    if (!/^(?:\.\.\/)*examples\//.test(tokens[at].attrGet('href')))
      return link_open(tokens, at, options, env, self);
    tokens[at].attrSet('target', '_blank');
    return self.renderToken(tokens, at, options);
  };
}

export default defineConfig({
  title: 'dehusk',
  description: 'Separates the template of a web site from the content of its pages, as the pages arrive.',
  lang: 'en',
  // None: browsers would ask for one that is not there.
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  srcDir: '..',
  // What is no document of users.
  srcExclude: [
    '**/node_modules/**',
    'packages/**',
    'examples/**',
    'demo/**',
    '.github/**',
    'test/**',
    'build/**',
  ],
  rewrites: { 'README.md': 'index.md' },
  outDir: '../build/site',
  cacheDir: '../build/site-cache',
  cleanUrls: false,
  lastUpdated: false,
  markdown: { config: linkExamples },
  buildEnd: ({ outDir }) => cpSync('examples', join(outDir, 'examples'), { recursive: true }),
  themeConfig: {
    search: {
      provider: 'local',
      options: {
        miniSearch: {
          searchOptions: {
            // Who searches wants to use it: what is for contributors comes behind.
            boostDocument: (id) =>
              /ARCHITECTURE|CHANGELOG|CONTRIBUTING|PAPERS|EVALUATION/.test(id) ? 0.3 : 1,
          },
        },
      },
    },
    outline: [2, 3],
    nav: [
      page('Guide', '/docs/guide/crawl-to-markdown'),
      page('Commands', '/docs/COMMANDS'),
      page('Library', '/docs/API'),
      page('Results', '/docs/RESULTS'),
    ],
    sidebar: [
      {
        text: 'By task',
        items: [
          page('In a minute', '/'),
          page('A crawl to Markdown', '/docs/guide/crawl-to-markdown'),
          page('An archive to text', '/docs/guide/archive-to-text'),
          page('Watching pages', '/docs/guide/watch-pages'),
          page('Searching', '/docs/guide/search'),
          page('Language models', '/docs/guide/language-models'),
          page('In the browser', '/docs/EXTENSION'),
          page('A crawl on many machines', '/docs/guide/many-machines'),
          page('Archives in parts', '/docs/SCALE'),
        ],
      },
      {
        text: 'Reference',
        items: [
          page('Commands and flags', '/docs/COMMANDS'),
          page('Library', '/docs/API'),
          page('Inputs and sites', '/docs/INPUTS'),
          page('Records', '/docs/RECORDS'),
          page('Runs and states', '/docs/RUNS'),
          page('Changes of a page', '/docs/DIFF'),
          page('Search', '/docs/SEARCH'),
          page('Errors', '/docs/ERRORS'),
          page('Privacy of the extension', '/docs/PRIVACY'),
        ],
      },
      {
        text: 'Methods',
        items: [
          page('All methods', '/docs/METHODS'),
          ...['adaptive', 'incremental', 'index-time', 'shingle', 'style-tree', 'hyperlink', 'sequence'].map(
            (name) => page(name, `/docs/methods/${name}`),
          ),
        ],
      },
      {
        text: 'How good, how fast',
        items: [
          page('Results', '/docs/RESULTS'),
          page('Speed', '/docs/SPEED'),
          page('Evaluation', '/docs/EVALUATION'),
          page('The papers’ tables', '/docs/PAPERS'),
          page('Parsing', '/docs/PARSING'),
        ],
      },
      {
        text: 'For contributors',
        items: [
          page('Working on dehusk', '/CONTRIBUTING'),
          page('Architecture', '/ARCHITECTURE'),
          page('Security', '/SECURITY'),
          page('Code of conduct', '/CODE_OF_CONDUCT'),
          page('Changelog', '/CHANGELOG'),
        ],
      },
    ],
  },
});
