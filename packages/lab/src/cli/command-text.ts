import type { EvalFlags } from './eval-flags.ts';

/** As it could be typed again, for the report. */
export function commandText(folders: readonly string[], flags: EvalFlags): string {
  const given = [
    ...folders,
    ...(flags.synthetic === undefined ? [] : [`--synthetic ${flags.synthetic}`]),
    ...(flags.methods === undefined ? [] : [`--methods ${flags.methods.join(',')}`]),
    ...(flags.peers === undefined ? [] : [`--peers ${flags.peers.join(',')}`]),
    ...Object.entries(flags.peerCommand ?? {}).map(
      ([name, command]) => `--peer-command ${name}='${command}'`,
    ),
    ...(flags.output === undefined ? [] : [`-o ${flags.output}`]),
    ...(flags.html === undefined ? [] : [`--html ${flags.html}`]),
    ...(flags.against === undefined ? [] : [`--against ${flags.against}`]),
    ...(flags.floors === undefined ? [] : [`--floors ${flags.floors}`]),
    ...(flags.format === 'text' ? [] : [`--format ${flags.format}`]),
  ];
  return `dehusk eval ${given.join(' ')}`;
}
