/** How a run becomes durable: now and then, at its end, and when it is stopped. */
import type { Run } from './open-run.ts';
import { writeReprocessList } from './reprocess-list.ts';

/** The output first, then the position behind it. */
export async function commitRun(run: Run, finished: boolean): Promise<void> {
  const { flags, output, traces, report, state } = run;
  if (flags.state === undefined) return;
  const outputBytes = await output.sync();
  const traceBytes = (await traces?.sync()) ?? 0;
  await state.commit(outputBytes, { ...report.tally.saved(), traceBytes }, finished);
}

export async function finishRun(run: Run): Promise<void> {
  const { flags, output, traces, report } = run;
  if (flags.reprocessList !== undefined) {
    const count = await writeReprocessList(flags.reprocessList, run);
    report.messages.info(
      'reprocess',
      `${count} pages would now be judged otherwise: ${flags.reprocessList}`,
      { count },
    );
  }
  if (flags.template === 'separate') await writeTemplates(run);
  await commitRun(run, true);
  await output.finish();
  await traces?.remove();
}

/** One record a site, behind the pages: only then is it known what the template is. */
async function writeTemplates({ sites, pool, output, loadSite }: Run): Promise<void> {
  for (const site of sites) {
    const place = { id: `${site}#template`, raw: { bytes: new Uint8Array(), provenance: { file: site } } };
    await output.put(place, await pool.templateDocument({ site, state: await loadSite(site) }));
  }
}

/** A run that is stopped, or fails, loses nothing that it has done. */
export async function keepRun(run: Run, onKept: (file: string) => void): Promise<void> {
  // Where the output or the state was what failed, they are left as they are; the rest of the error is told.
  const isStopped = run.stop.exitCode !== undefined;
  if (isStopped) await commitRun(run, false);
  // Without a state nobody can go on from there.
  if (run.flags.state === undefined) await run.traces?.remove();
  const kept = await run.output.stop().catch((second: unknown) => {
    if (isStopped) throw second;
    return undefined;
  });
  if (kept !== undefined) onKept(kept);
}
