/** `dehusk mcp` asked by a real client over standard input and output, with pages of this machine. */
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { describe, expect, it } from 'vitest';
import { command, createWorkplace } from '../cli/run-dehusk.ts';
import { serveChangingSite } from '../watch/changing-site.ts';

const work = createWorkplace();
const quick = ['--allow-private', '--delay', '0', '--quiet'];

interface Answer {
  readonly text: string;
  readonly isError: boolean;
}

interface Asked extends AsyncDisposable {
  readonly client: Client;
  ask(name: string, given: Readonly<Record<string, unknown>>): Promise<Answer>;
}

async function start(...flags: readonly string[]): Promise<Asked> {
  const client = new Client({ name: 'test', version: '1' });
  const args = [command, 'mcp', '--state', 'mcp.state', ...flags];
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args, cwd: work.folder, stderr: 'inherit' }),
  );
  return {
    client,
    ask: async (name, given) => {
      const { content, isError } = await client.callTool({ name, arguments: given });
      return { text: (content as { text: string }[])[0]!.text, isError: isError === true };
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}

describe('dehusk mcp', () => {
  let server: Asked | undefined;

  it('reads pages with a memory of their site, which lasts', async () => {
    await using site = await serveChangingSite();
    const [first, unread, ...others] = site.addresses;
    {
      await using reader = await start(...quick);
      const { tools } = await reader.client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(['read_page', 'site_template', 'what_changed', 'search']);
      for (const url of others) expect((await reader.ask('read_page', { url })).isError).toBe(false);
      const { text } = await reader.ask('read_page', { url: first });
      expect(text).toMatch(/^---\nurl: .*\n(?:.*\n)*title: /);
      const known = await reader.ask('site_template', { url: first });
      expect(known.text).toMatch(/^127\.0\.0\.1(?::\d+)?: 5 pages read, \d+ texts of the template known\n- /);
      // What is template on the site is not in what was read.
      const [, menu] = /\n- (.{12,}?) \(\d+ pages\)/.exec(known.text) ?? [];
      expect(menu).toBeDefined();
      expect(text).not.toContain(menu!);
    }
    site.turn({ news: 'The river has risen by two metres.' });
    await using again = await start(...quick);
    expect((await again.ask('what_changed', { url: first, keep_marker: true })).text).toContain(
      '+ The river has risen by two metres.',
    );
    const told = await again.ask('what_changed', { url: first });
    expect(told.text).toMatch(/^\d+ changes? since \d{4}-/);
    expect(told.text).toContain('+ The river has risen by two metres.');
    expect((await again.ask('what_changed', { url: first })).text).toMatch(/^Nothing is new since/);
    expect((await again.ask('what_changed', { url: unread })).text).toContain('was not read before');
  });

  it('reads a source that is handed over, and searches an index', async () => {
    const pages = ['bees and honey', 'ants and leaves', 'wasps and paper'].map((words, i) => ({
      url: `https://insects.example/${i}`,
      html: `<title>${words}</title><nav>Home News About</nav><p>All that is known of ${words}.</p>`,
    }));
    work.write('crawl.jsonl', pages.map((page) => `${JSON.stringify(page)}\n`).join(''));
    await work.run(['index', 'crawl.jsonl', '-o', 'insects.index']);
    await using reader = await start('--index', join(work.folder, 'insects.index'), ...quick);
    const read = await reader.ask('read_page', { ...pages[0], format: 'text' });
    expect(read.text).toContain('All that is known of bees and honey.');
    const found = await reader.ask('search', { query: 'leaves' });
    expect(found.text).toContain('1 page match');
    expect(found.text).toContain('https://insects.example/1');
    expect((await reader.ask('search', { query: 'spiders' })).text).toBe('No page matches.');
  });

  it.each([
    ['read_page', {}, 'url is missing'],
    ['read_page', { url: 7 }, 'url must be a text'],
    ['read_page', { url: 'https://a.example/', format: 'pdf' }, 'format must be one of markdown, text'],
    ['read_page', { url: 'http://127.0.0.1:8099/' }, '127.0.0.0/8'],
    ['read_page', { url: 'file:///etc/passwd' }, 'is not fetched'],
    ['site_template', { url: 'https://unknown.example/' }, "knows no site 'unknown.example'"],
    ['search', { query: 'x' }, '--index FILE'],
    ['search', { query: 'x', limit: 0 }, 'limit must be a whole number from 1 to 50'],
    ['delete_all', {}, 'there is no tool called delete_all'],
  ])('says what is wrong, and goes on: %s %j', async (name, given, message) => {
    server ??= await start('--quiet');
    const { text, isError } = await server.ask(name, given);
    expect(text).toContain(message);
    expect(isError).toBe(true);
  });
  it('ends with its client', async () => {
    await server?.client.close();
    expect(work.list().filter((name) => name.endsWith('-wal'))).toEqual([]);
  });
});
