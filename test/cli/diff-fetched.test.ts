/** `dehusk diff FILE URL`: what has changed since a page was saved. */
import { expect, it } from 'vitest';
import { createSite } from '../../packages/lab/src/synthetic/synthetic-site.ts';
import { serveSite } from '../servers/site-server.ts';
import { createWorkplace } from './run-dehusk.ts';

const site = createSite({ seed: 7, pages: 10 });

it('compares a file with a page that it fetches', async () => {
  await using server = await serveSite(site);
  const work = createWorkplace();
  const html = site.page(0).html.replaceAll(new URL(site.page(0).url).origin, server.url.slice(0, -1));
  work.write('same.html', html);
  work.write('old.html', html.replace('</h1>', '</h1><p>A paragraph that has gone since.</p>'));
  const diff = (file: string) => work.run(['diff', file, server.url, '--allow-private', '--quiet']);
  expect(await diff('same.html')).toEqual({ exitCode: 0, stdout: '', stderr: '' });
  const { exitCode, stdout } = await diff('old.html');
  expect(exitCode).toBe(1);
  expect(stdout).toContain('- A paragraph that has gone since.');
});

it('refuses an address that is not public', async () => {
  const work = createWorkplace();
  work.write('old.html', '<p>x');
  const { exitCode, stderr } = await work.run(['diff', 'old.html', 'http://127.0.0.1:8099/']);
  expect(stderr).toContain('127.0.0.0/8');
  expect(exitCode).toBe(2);
});
