/** `dehusk diff`: what changed between two versions of a page. Its exit codes are those of diff(1). */
import type { Command } from 'commander';
import type { CleanFailure } from '../index.ts';
import { compareVersions } from './diff-compare.ts';
import { addDiffFlags, checkDiffFlags, type DiffFlags } from './diff-flags.ts';
import { Told } from './diff-versions.ts';
import { explain } from './explain.ts';
import { createMessages } from './report.ts';
import { listenForStop } from './stop.ts';

/** Whatever goes wrong is trouble: 1 must mean that the versions differ. */
const DiffExit = { same: 0, different: 1, trouble: 2 } as const;

const examples = `
Examples:
  two files
    dehusk diff old.html new.html
  what has changed since a page was saved
    dehusk diff saved.html https://example.com/
  a page that shows the new version with the changes marked
    dehusk diff old.html new.html -o changes.html
  the two latest captures of a page in an archive
    dehusk diff crawl.warc.gz --url https://example.com/
  a page of two crawls, without its counters and ads
    dehusk diff may.warc.gz june.warc.gz --url https://example.com/ --ignore-numbers --ignore .ad
  only what changed in the content, by what a run of clean has learned
    dehusk diff old.html new.html --state crawl.state --site example.com --only content

Without --all, what no reader sees is not compared: scripts, the head but for the
title, formatting, attributes other than addresses and words.

Exit codes: 0 the versions are the same, 1 they differ, 2 trouble.
`;

export function defineDiff(command: Command, exit: (code: number) => void): void {
  command
    .description('Shows what changed between two versions of a page.')
    .usage('[options] OLD NEW\n       dehusk diff [options] ARCHIVE')
    .argument(
      '[OLD NEW...]',
      'files, archives, addresses to fetch, or - for standard input; or one archive with two captures',
    )
    .addHelpText('after', examples)
    .action(async (inputs: string[], flags: DiffFlags) => exit(await diff(inputs, flags)));
  addDiffFlags(command);
}

async function diff(inputs: readonly string[], flags: DiffFlags): Promise<number> {
  const messages = createMessages(flags);
  const stop = listenForStop();
  let failures = 0;
  const onFailure = (failure: CleanFailure): void => messages.failure(failure, ++failures);
  try {
    checkDiffFlags(inputs, flags);
    const differ = await compareVersions({ inputs, flags, messages, signal: stop.signal, onFailure });
    return differ ? DiffExit.different : DiffExit.same;
  } catch (error) {
    if (stop.exitCode !== undefined && error === stop.signal.reason) return stop.exitCode;
    if (!(error instanceof Told)) explain(error, messages);
    return DiffExit.trouble;
  }
}
