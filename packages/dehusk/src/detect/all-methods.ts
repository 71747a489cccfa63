/** Every method, one line each: the only list of them. */
export { adaptive } from './adaptive/method.ts';
export { incremental } from './incremental/method.ts';
export { indexTime } from './index-time/method.ts';
export { mappingVote } from './mapping-vote/method.ts';
export { none } from './none/method.ts';
export { shingle } from './shingle/method.ts';
export { styleTree } from './style-tree/method.ts';
