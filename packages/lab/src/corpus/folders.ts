/**
 * Where the pages of others are that the lab measures on. They are no part of the repository; they lie beside it, or
 * where `DEHUSK_LAB_DATA` says. docs/EVALUATION.md tells what each of them is.
 */
const data = process.env.DEHUSK_LAB_DATA ?? '../shared';

/** Labelled sites. */
export const corpusFolder: string = `${data}/corpus`;
/** Single pages with gold: the development part of WCXB. */
export const singlePagesFolder: string = `${data}/wcxb-dev`;
/** The tests of the HTML standard. */
export const html5libFolder: string = `${data}/html5lib-tests`;
