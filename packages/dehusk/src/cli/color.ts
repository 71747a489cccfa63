import type { Environment } from './terminal.ts';

/**
 * Whether messages are coloured. In this order: the flag, NO_COLOR, FORCE_COLOR, TERM=dumb, and whether standard
 * error is a terminal (no-color.org, clig.dev). An empty variable counts as not set.
 */
export function wantsColor(flag: boolean, { env, isTerminal }: Environment): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = env;
  if (!flag || NO_COLOR) return false;
  if (FORCE_COLOR) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return isTerminal && TERM !== 'dumb';
}
