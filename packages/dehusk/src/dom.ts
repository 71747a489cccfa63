export { fromDom } from './page/from-dom.ts';
