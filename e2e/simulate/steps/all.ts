import { assetSteps } from './asset-steps.ts';
import { memberSteps } from './members.ts';
import { moneySteps } from './money-steps.ts';
import { operatorSteps } from './operator-steps.ts';
import { optionSteps } from './option-steps.ts';
import { ownerSteps } from './owner-steps.ts';
import { spotSteps } from './spot-steps.ts';
import type { Step } from './step.ts';
import { timeSteps } from './time-steps.ts';

export const STEPS: readonly Step[] = [
  ...timeSteps,
  ...spotSteps,
  ...optionSteps,
  ...assetSteps,
  ...moneySteps,
  ...memberSteps,
  ...operatorSteps,
  ...ownerSteps,
];
