/** Methods that need many pages of a site at once, and so hold pages back. */
import {
  attributeChoices,
  type BatchDetector,
  createIndexTimeDetector,
  createMappingVoteDetector,
  createShingleDetector,
  createStyleTreeDetector,
  mappingNames,
  unitNames,
} from '../../index.ts';
import {
  type MethodOptions,
  type OptionTable,
  oneOf,
  onOrOff,
  readMethodOptions,
  real,
  whole,
} from './method-options.ts';

export type BatchMethodName = 'mapping-vote' | 'index-time' | 'shingle' | 'style-tree';

/** Each detector is made anew for each batch. */
type BatchMethod = (options: MethodOptions) => () => BatchDetector;

function batchMethod(table: OptionTable, create: (given: object) => BatchDetector): BatchMethod {
  return (options) => {
    const given = readMethodOptions(options, table);
    return () => create(given);
  };
}

export const batchMethods: Readonly<Record<BatchMethodName, BatchMethod>> = {
  'mapping-vote': batchMethod(
    { mapping: oneOf(mappingNames), others: whole(1), votes: whole(1) },
    createMappingVoteDetector,
  ),
  'index-time': batchMethod(
    {
      positionTolerance: whole(0),
      variables: whole(1),
      dropFirst: onOrOff,
      similarity: real(0),
      templatePages: whole(1),
      templateRatio: real(0),
    },
    createIndexTimeDetector,
  ),
  shingle: batchMethod(
    {
      unit: oneOf(unitNames),
      minLinks: whole(1),
      shingleWords: whole(1),
      minHashes: whole(1),
      templatePages: whole(1),
      templateShare: real(0),
      linked: onOrOff,
    },
    createShingleDetector,
  ),
  'style-tree': batchMethod(
    {
      gamma: real(0),
      threshold: real(0),
      attributes: oneOf(attributeChoices),
      linkTargets: onOrOff,
      samplePages: whole(1),
      samples: whole(1),
    },
    createStyleTreeDetector,
  ),
};
