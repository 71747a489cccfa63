/** The papers by name. */
import { alarte2014 } from './alarte-2014/alarte-2014.ts';
import { chen2006 } from './chen-2006/chen-2006.ts';
import { huang2011 } from './huang-2011/huang-2011.ts';
import type { Paper } from './paper.ts';
import { wang2008 } from './wang-2008/wang-2008.ts';

export const papers: readonly Paper[] = [wang2008, chen2006, alarte2014, huang2011];
