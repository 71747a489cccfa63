export * from './index.ts';
export * from './node.ts';
