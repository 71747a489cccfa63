/** Flags of the commands that fetch pages, each with one name and one meaning. */
import type { Command } from 'commander';
import type { FetcherOptions } from '../node.ts';
import { count, countOrNone } from './flag-values.ts';

export interface FetchFlags {
  readonly delay?: number;
  readonly timeout?: number;
  readonly contact?: string;
  readonly cache?: string;
  readonly robots: boolean;
  readonly allowPrivate?: boolean;
}

export function addFetchFlags(command: Command): void {
  command
    .option('--delay <ms>', 'pause between two requests to one host (1000)', countOrNone('--delay'))
    .option('--timeout <ms>', 'give up a page that takes longer (60000)', count('--timeout'))
    .option('--contact <address>', 'whom the owner of a site can write to; part of the user agent')
    .option('--cache <folder>', 'keep fetched pages there, and ask for them again only if they changed')
    .option('--no-robots', 'do not ask robots.txt: for sites of your own')
    .option('--allow-private', 'fetch from private networks and this machine too');
}

export function fetcherOptions(flags: FetchFlags & { readonly maxPageBytes: number }): FetcherOptions {
  return {
    delayMs: flags.delay,
    ...(flags.timeout !== undefined && { timeouts: { totalMs: flags.timeout } }),
    contact: flags.contact,
    cacheFolder: flags.cache,
    obeyRobots: flags.robots,
    allowPrivate: flags.allowPrivate,
    maxPageBytes: flags.maxPageBytes,
  };
}
