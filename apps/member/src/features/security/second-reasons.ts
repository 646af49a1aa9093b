import type { Refusal } from '../../platform/envelope.ts';

const REASONS: readonly (string | undefined)[] = [
  'second_factor_required',
  'bad_second_factor',
  'second_factor_stopped',
  'bad_passkey',
];

/** True for a refusal that is about the second factor, to be said beside its field. */
export const isAboutSecond = (refusal: Refusal | undefined): boolean => REASONS.includes(refusal?.reason);
