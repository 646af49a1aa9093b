import { assetSteps } from './asset-steps.ts';
import { optionSteps } from './option-steps.ts';
import { spotSteps } from './spot-steps.ts';
import type { Step } from './step.ts';
import { timeSteps } from './time-steps.ts';

/** Everything that may happen. */
export const STEPS: readonly Step[] = [...timeSteps, ...spotSteps, ...optionSteps, ...assetSteps];
