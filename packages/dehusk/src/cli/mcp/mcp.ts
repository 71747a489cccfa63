/**
 * `dehusk mcp`: a server of the Model Context Protocol on standard input and output. The protocol's own library is an
 * optional peer, loaded when this command is named.
 */
import { once } from 'node:events';
import type { Command } from 'commander';
import { createCleaner } from '../../engine/node-cleaner.ts';
import { checkSiteBy, type SiteBy } from '../../engine/site-key.ts';
import { openSqliteStore } from '../../engine/sqlite-store.ts';
import { openSqliteVersions } from '../../engine/sqlite-versions.ts';
import { DehuskError } from '../../errors.ts';
import { createFetcher } from '../../input/http/fetcher.ts';
import { ownVersion } from '../../version.ts';
import { createPageWatcher } from '../../watch/page-watcher.ts';
import { ExitCode, explain, listenForStop } from '../exit.ts';
import { commandMessage } from '../flag-hints.ts';
import {
  addFetchFlags,
  addLimitFlags,
  addMessageFlags,
  checkMessageFlags,
  type FetchFlags,
  fetcherOptions,
  type LimitFlags,
  pageLimits,
} from '../flags.ts';
import { createMessages, type MessageFlags, needs } from '../messages.ts';
import { ToolArguments, type ToolSetting, tools, WrongArgument } from './tools.ts';

const examples = `
Examples:
  in the configuration of a client
    { "command": "npx", "args": ["dehusk", "mcp", "--state", "/home/me/sites.state"] }
  with an index to search
    dehusk mcp --state sites.state --index pages.index

Tools: read_page, site_template, what_changed, search. The state is one of
dehusk clean --stream --state; versions of pages lie beside it, in
FILE.versions.
The package @modelcontextprotocol/sdk must be installed beside dehusk.
`;

interface McpFlags extends FetchFlags, LimitFlags, MessageFlags {
  readonly state?: string;
  readonly index?: string;
  readonly siteBy?: SiteBy;
}

export function defineMcp(command: Command, exit: (code: number) => void): void {
  command
    .usage('[options]')
    .addHelpText('after', examples)
    .option('--state <file>', 'what is known of sites; versions of pages are kept in FILE.versions')
    .option('--index <file>', 'the index of dehusk index that the tool search looks into')
    .option('--site-by <how>', 'what a site is: host (the default), domain, or prefix:N')
    .action(async (flags: McpFlags) => exit(await serve(flags)));
  addFetchFlags(command);
  addLimitFlags(command);
  addMessageFlags(command);
}

async function serve(flags: McpFlags): Promise<number> {
  const messages = createMessages(flags);
  const stop = listenForStop();
  try {
    const { state, siteBy = 'host' } = flags;
    if (state === undefined) needs('dehusk mcp', '--state FILE');
    checkMessageFlags(flags);
    checkSiteBy(siteBy);
    const protocol = await loadProtocol();
    await using fetcher = createFetcher(fetcherOptions(flags));
    await using store = openSqliteStore(state);
    await using versions = openSqliteVersions(`${state}.versions`);
    await using cleaner = createCleaner({ state: store, siteBy, limits: pageLimits(flags) });
    const { signal } = stop;
    const watcher = createPageWatcher(cleaner, versions);
    const openIndex = async (): ReturnType<ToolSetting['openIndex']> => {
      if (flags.index === undefined)
        throw new WrongArgument('there is no index to search: start dehusk mcp with --index FILE');
      return (await import('../../search/index-reader.ts')).openIndex(flags.index);
    };
    await speak(protocol, { fetcher, cleaner, watcher, store, siteBy, openIndex, signal });
    return stop.exitCode ?? ExitCode.done;
  } catch (error) {
    return explain(error, messages);
  }
}

type Protocol = Awaited<ReturnType<typeof loadParts>>;

async function loadParts() {
  const [{ Server }, { StdioServerTransport }, types] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/index.js'),
    import('@modelcontextprotocol/sdk/server/stdio.js'),
    import('@modelcontextprotocol/sdk/types.js'),
  ]);
  return { Server, StdioServerTransport, types };
}

/** Throws MCP_MISSING. */
async function loadProtocol(): Promise<Protocol> {
  try {
    return await loadParts();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new DehuskError('MCP_MISSING', {}, { cause: error });
  }
}

/** Until the client closes its end, or a signal comes. */
async function speak({ Server, StdioServerTransport, types }: Protocol, setting: ToolSetting): Promise<void> {
  const server = new Server({ name: 'dehusk', version: ownVersion }, { capabilities: { tools: {} } });
  server.setRequestHandler(types.ListToolsRequestSchema, () => ({
    tools: tools.map(({ run: _, ...described }) => described as typeof described & { inputSchema: object }),
  }));
  server.setRequestHandler(types.CallToolRequestSchema, ({ params }) =>
    callTool(params.name, new ToolArguments(params.arguments), setting),
  );
  const { signal } = setting;
  const ended = Promise.race([
    once(process.stdin, 'close'),
    once(process.stdin, 'end'),
    new Promise((stopped) => signal.addEventListener('abort', stopped, { once: true })),
  ]);
  await server.connect(new StdioServerTransport());
  await ended;
  await server.close();
}

interface ToolAnswer {
  [more: string]: unknown;
  content: { type: 'text'; text: string }[];
  isError?: boolean;
}

/** Whatever fails is told to the model, in words; the server goes on. */
async function callTool(name: string, given: ToolArguments, setting: ToolSetting): Promise<ToolAnswer> {
  const tool = tools.find((one) => one.name === name);
  const say = (text: string, isError: boolean): ToolAnswer => ({
    content: [{ type: 'text', text }],
    ...(isError && { isError }),
  });
  if (tool === undefined) return say(`there is no tool called ${name}`, true);
  try {
    return say(await tool.run(given, setting), false);
  } catch (error) {
    if (error instanceof DehuskError) return say(`${commandMessage(error)} [${error.code}]`, true);
    if (error instanceof WrongArgument) return say(error.message, true);
    throw error;
  }
}
