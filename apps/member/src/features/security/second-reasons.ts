import type { Refusal } from '../../platform/envelope.ts';

const REASONS: readonly (string | undefined)[] = [
  'second_factor_required',
  'bad_second_factor',
  'second_factor_stopped',
  'bad_passkey',
];

/** True for a refusal about the second factor. */
export const isAboutSecond = (refusal: Refusal | undefined): boolean => REASONS.includes(refusal?.reason);
