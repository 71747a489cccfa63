/**
 * Builds the extension into `packages/extension/dist/chromium` and `…/firefox`: one source, two manifests. What is injected
 * into pages are single files without imports, since a content script cannot load a part that a page could load too.
 */
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import { drawIcon } from '../packages/extension/src/icon.js';
import { manifestFor } from '../packages/extension/src/manifest.js';

const root = fileURLToPath(new URL('../', import.meta.url));
const folder = join(root, 'packages/extension');
const sources = join(root, 'packages/dehusk/src');

const scripts = {
  background: 'src/background/main.ts',
  content: 'src/content/main.ts',
  panel: 'src/panel/panel.ts',
  'template-page': 'src/template-page.ts',
  'versions-page': 'src/versions-page.ts',
  'benchmarks-page': 'src/benchmarks-page.ts',
};

const pages = {
  'panel.html': 'src/panel/panel.html',
  'ui.css': '../ui/src/ui.css',
  'template.html': 'src/template-page.html',
  'template-page.css': 'src/template-page.css',
  'versions.html': 'src/versions-page.html',
  'versions-page.css': 'src/versions-page.css',
  'benchmarks.html': 'src/benchmarks-page.html',
  '_locales/en/messages.json': 'src/messages.json',
};

/** In a second step: messages are left out by how they stand in the code as it was written. */
async function minified(code) {
  const written = {
    name: 'written',
    resolveId: (id) => (id === 'written' ? id : undefined),
    load: (id) => (id === 'written' ? code : undefined),
  };
  const { output } = await build({
    input: 'written',
    platform: 'browser',
    logLevel: 'warn',
    plugins: [written],
    write: false,
    output: { format: 'iife', minify: true, comments: false, codeSplitting: false },
  });
  return output[0].code;
}

export async function buildExtension(createPlugins) {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const outputs = await Promise.all(
    Object.entries(scripts).map(async ([name, input]) => {
      const { output } = await build({
        cwd: folder,
        input,
        platform: 'browser',
        transform: { target: 'es2023' },
        resolve: {
          alias: {
            'dehusk/dom-parts': join(sources, 'dom-parts.ts'),
            'dehusk/dom': join(sources, 'dom.ts'),
            'dehusk-ui': join(root, 'packages/ui/src'),
          },
        },
        logLevel: 'warn',
        checks: { pluginTimings: false },
        optimization: { inlineConst: { mode: 'all' } },
        plugins: createPlugins(),
        write: false,
        output: { format: 'esm', codeSplitting: false },
      });
      const code = await minified(output[0].code);
      return [`${name}.js`, code];
    }),
  );
  for (const browser of ['chromium', 'firefox']) {
    const target = join(folder, 'dist', browser);
    rmSync(target, { recursive: true, force: true });
    for (const inner of ['icons', '_locales/en']) mkdirSync(join(target, inner), { recursive: true });
    for (const [name, code] of outputs) writeFileSync(join(target, name), code);
    for (const [name, source] of Object.entries(pages))
      copyFileSync(join(folder, source), join(target, name));
    for (const size of [16, 32, 48, 128]) writeFileSync(join(target, `icons/${size}.png`), drawIcon(size));
    writeFileSync(
      join(target, 'manifest.json'),
      `${JSON.stringify(manifestFor(browser, version), undefined, 2)}\n`,
    );
    copyFileSync(join(root, 'LICENSE'), join(target, 'LICENSE'));
  }
}
