import { Parser } from 'htmlparser2';

const nothing = (): void => {};
const idleHandler = { onopentag: nothing, onclosetag: nothing, ontext: nothing, oncomment: nothing };

/** The reference of all benchmarks: htmlparser2 with a handler that does nothing, on a string that is decoded already. */
export function idleParse(html: string): void {
  new Parser(idleHandler).end(html);
}
