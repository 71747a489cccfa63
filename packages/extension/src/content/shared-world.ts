/** The world that the injected files of this extension share, and nobody else: page scripts have their own. */
import type { PageTab } from './page-tab.ts';

export const sharedWorld = globalThis as { dehuskTab?: PageTab };
