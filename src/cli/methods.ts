import { createNoneDetector, type Detector } from '../index.ts';

export type MethodName = 'none';

/** The methods by the names of their folders under `src/detect`. */
export const methods: Readonly<Record<MethodName, () => Detector>> = { none: createNoneDetector };

export const methodNames: readonly string[] = Object.keys(methods);
