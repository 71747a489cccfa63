/** What gold says of the segments of a page: one label per segment, in their order. */
export const GoldLabel = { template: 0, content: 1, ignored: 2 } as const;
export type GoldLabels = Uint8Array;
