/** Methods that judge a page when it arrives, or after all were learned. */
import {
  adaptiveDefaults,
  createAdaptiveDetector,
  createIncrementalDetector,
  createNoneDetector,
  DehuskError,
  type Detector,
  type HashKey,
  incrementalDefaults,
  pathIdentities,
} from '../../index.ts';
import {
  defaultsText,
  type MethodOptions,
  type OptionTable,
  oneOf,
  readMethodOptions,
  real,
  whole,
} from './method-options.ts';

/** What a method is told besides its own options. */
interface MethodSetting {
  readonly hashKey: HashKey;
  /** False where the whole input is learned before any page is judged. */
  readonly forgetting: boolean;
}

export type StreamMethodName = 'adaptive' | 'incremental' | 'none';

const adaptiveOptions: OptionTable = { memoryPages: whole(2), threshold: real(0), maxSegments: whole(100) };

const incrementalOptions: OptionTable = {
  firstLifePages: whole(1),
  lifeGrowth: real(1),
  templatePages: whole(1),
  templateRatio: real(0),
  pathIdentity: oneOf(pathIdentities),
  rememberUntil: whole(1),
  maxSegments: whole(100),
};

export const streamMethods: Readonly<
  Record<StreamMethodName, (options: MethodOptions, setting: MethodSetting) => () => Detector>
> = {
  adaptive: (options, setting) => {
    const given = { ...readMethodOptions(options, adaptiveOptions), ...setting };
    return () => createAdaptiveDetector(given);
  },
  incremental: (options, setting) => {
    const given = { ...readMethodOptions(options, incrementalOptions), ...setting };
    return () => createIncrementalDetector(given);
  },
  none: (options) => {
    const [name] = Object.keys(options);
    if (name !== undefined)
      throw new DehuskError('USAGE_FLAG_NEEDS', {
        flag: `--set ${name}`,
        needed: 'a method that has options',
      });
    return createNoneDetector;
  },
};

/** For the help: the methods that have options, with their defaults. */
export const streamOptionsText: string = [
  `adaptive: ${defaultsText(adaptiveOptions, adaptiveDefaults)}`,
  `incremental: ${defaultsText(incrementalOptions, incrementalDefaults)}`,
].join('; ');
