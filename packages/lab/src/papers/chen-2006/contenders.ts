/**
 * What is compared on one site, and at what constants: index-time (C), shingle, and site style trees, which the paper
 * builds from samples of large sites: here of the whole batch, and of three samples of 24 pages.
 */
import { type BatchDetector, createStyleTreeDetector } from 'dehusk/parts';
import { detectors } from './detectors.ts';

export const contenderNames = ['index-time', 'shingle', 'style-tree', 'style-tree, sampled'] as const;
export type ContenderName = (typeof contenderNames)[number];

export const contenders: Readonly<Record<ContenderName, () => BatchDetector>> = {
  'index-time': detectors['index-time'],
  shingle: detectors.shingle,
  'style-tree': detectors['style-tree'],
  'style-tree, sampled': () => createStyleTreeDetector({ samples: 3, samplePages: 24 }),
};

export function byContender<Value>(
  value: (name: ContenderName) => Value,
): Readonly<Record<ContenderName, Value>> {
  return Object.fromEntries(contenderNames.map((name) => [name, value(name)])) as Record<
    ContenderName,
    Value
  >;
}
