import { describeDetector } from '../../../test/contracts/detector-contract.ts';
import { createAdaptiveDetector } from './adaptive.ts';

describeDetector('adaptive', createAdaptiveDetector);
