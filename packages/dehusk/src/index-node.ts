/** `dehusk` where there is Node: the same names, with sites that take too much memory parked on disk. */

export { clean, createCleaner } from './engine/node-cleaner.ts';
export * from './index.ts';
