/** `dehusk diff` for people: like changes together, lines of code, and pages that look as they do on their site. */
import { describe, expect, it } from 'vitest';
import { createWorkplace } from './run-dehusk.ts';

const work = createWorkplace();
const links = (version: string): string =>
  Array.from({ length: 30 }, (_, i) => `<li><a href="/${version}/page-${i}">Page ${i}</a></li>`).join('');
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('changes that are alike', () => {
  work.write('old.html', `<ul>${links('v2')}</ul><p>Old words.</p>`);
  work.write('new.html', `<ul>${links('v3')}</ul><p>New words.</p>`);

  it('are told once', async () => {
    const { stdout, exitCode } = await work.run(['diff', 'old.html', 'new.html', '--context', '0']);
    expect(stdout.split('\n').slice(2)).toEqual([
      '* 30 links: v2 → v3',
      '@@ body > p @@',
      '- Old words.',
      '+ New words.',
      '',
    ]);
    expect(exitCode).toBe(1);
  });

  it('are told one by one where that is wanted', async () => {
    const { stdout } = await work.run(['diff', 'old.html', 'new.html', '--no-groups']);
    expect(stdout.match(/^~ /gm)).toHaveLength(30);
  });
});

describe('the html form', () => {
  const page = (words: string): string =>
    `<link rel=stylesheet href=style/site.css><img src=bee.png><img src=../../outside.png><h1>Bees</h1><p>${words}</p>`;
  const css = '@import "more.css"; h1{background:url(../bee.png)}';

  it('has style and pictures that lie beside the files, and nothing from elsewhere', async () => {
    work.write('outside.png', pixel);
    for (const [site, words] of [
      ['old', 'Hives'],
      ['new', 'Honey'],
    ] as const) {
      work.write(`sites/${site}/index.html`, page(words));
      work.write(`sites/${site}/bee.png`, pixel);
      work.write(`sites/${site}/style/site.css`, css);
      work.write(`sites/${site}/style/more.css`, 'p{color:rebeccapurple}');
    }
    await work.run(['diff', 'sites/old/index.html', 'sites/new/index.html', '-o', 'files.html']);
    const html = work.read('files.html');
    expect(html).toContain('p{color:rebeccapurple}');
    expect(html.match(/data:image\/png;base64,/g)).toHaveLength(2);
    expect(html).toContain('../../outside.png');
  });

  it('has those that are in the archive', async () => {
    const record = (url: string, type: string, body: Buffer, day: number): Buffer => {
      const http = Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\n\r\n`), body]);
      const head = `WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: ${url}\r\nWARC-Date: 2026-01-0${day}T00:00:00Z\r\nWARC-Record-ID: <urn:x:${url}${day}>\r\nContent-Type: application/http\r\nContent-Length: ${http.length}\r\n\r\n`;
      return Buffer.concat([Buffer.from(head), http, Buffer.from('\r\n\r\n')]);
    };
    const at = 'https://bees.example/';
    work.write(
      'crawl.warc',
      Buffer.concat([
        record(at, 'text/html', Buffer.from(page('Hives')), 1),
        record(`${at}style/site.css`, 'text/css', Buffer.from('p{color:tomato}'), 1),
        record(`${at}bee.png`, 'image/png', pixel, 1),
        record(at, 'text/html', Buffer.from(page('Honey')), 2),
      ]),
    );
    const { exitCode } = await work.run(['diff', 'crawl.warc', '--url', at, '-o', 'archive.html']);
    expect(exitCode).toBe(1);
    expect(work.read('archive.html')).toContain('p{color:tomato}');
    expect(work.read('archive.html')).toContain('data:image/png;base64,');
  });
});
