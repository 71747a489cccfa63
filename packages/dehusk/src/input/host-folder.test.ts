import { describe, expect, it } from 'vitest';
import { hostPathOf } from './host-folder.ts';

describe('folders that are named after hosts', () => {
  it.each([
    ['example.org', 'example.org'],
    ['www.example.com', 'www.example.com'],
    ['Example.ORG', 'example.org'],
    ['my_site.example.com', 'my_site.example.com'],
    ['example.org:8080', 'example.org:8080'],
    ['example.org+8080', 'example.org:8080'],
    ['example.org_8080', 'example.org:8080'],
    ['my_site.example.com_8080', 'my_site.example.com:8080'],
    ['news.bbc.co.uk', 'news.bbc.co.uk'],
    ['a.example', 'a.example'],
    ['wiki.test', 'wiki.test'],
    ['nas.local', 'nas.local'],
    ['localhost', 'localhost'],
    ['localhost_3000', 'localhost:3000'],
    ['127.0.0.1:8000', '127.0.0.1:8000'],
    ['192.168.0.7_81', '192.168.0.7:81'],
    ['bücher.de', 'bücher.de'],
    ['xn--bcher-kva.de', 'xn--bcher-kva.de'],
    ['alice.github.io', 'alice.github.io'],
  ])('%s is of %s', async (folder, host) => {
    expect(await hostPathOf('mirror', `${folder}/docs/a.html`)).toBe(`${host}/docs/a.html`);
    expect(await hostPathOf('mirror', `https/${folder}/a.html`)).toBe(`${host}/a.html`);
    expect(await hostPathOf(folder, 'docs/a.html')).toBe(`${host}/docs/a.html`);
  });

  it.each([
    'docs',
    'v1.2',
    '1.2.3.4',
    '2024.05',
    '999.1.1.1:80',
    'page_files',
    'page.files',
    'images.old',
    'site.bak',
    'node_modules',
    'example.org:99999',
    'example.org:',
    '.org',
    'example..org',
    '-a.org',
    'a b.org',
    'co.uk',
    'com',
    `${'a'.repeat(64)}.org`,
    `${'a.'.repeat(130)}org`,
    'constructor',
    '',
  ])('%j is of none', async (folder) => {
    expect(await hostPathOf('mirror', `${folder}/a.html`)).toBeUndefined();
  });

  it('a file in the folder itself is of none, whatever its name', async () => {
    expect(await hostPathOf('mirror', 'example.org')).toBeUndefined();
    expect(await hostPathOf('mirror', 'docs/example.org/a.html')).toBeUndefined();
    expect(await hostPathOf('mirror', 'https/example.org')).toBeUndefined();
  });

  it('the top folder counts before the one that was named', async () => {
    expect(await hostPathOf('example.org', 'www.example.com/a.html')).toBe('www.example.com/a.html');
  });
});
