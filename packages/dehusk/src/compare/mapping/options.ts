import type { LabelChoice } from './labels.ts';

export interface MappingOptions {
  /** What an element's label is made of; text is always compared by its content. */
  readonly label?: LabelChoice;
  /** How much work a pair of pages may cost, about a nanosecond or two a step; then `MAPPING_BUDGET`. */
  readonly maxSteps?: number;
}
