/** `dehusk` where there is Node: the same names, with the core, and sites that take too much memory parked on disk. */

export { clean, createCleaner } from './engine/node-cleaner.ts';
export * from './index.ts';
export { parse, parseText } from './page/core-node.ts';
