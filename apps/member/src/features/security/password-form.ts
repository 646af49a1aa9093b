import type { Reason } from '@plimsoll/contract';
import { isGoodPassword } from '../../platform/password-shape.ts';

export interface PasswordFields {
  readonly current: string;
  readonly next: string;
  readonly again: string;
}

export const NO_FIELDS: PasswordFields = { current: '', next: '', again: '' };

export type PasswordError =
  | 'currentMissing'
  | 'newMissing'
  | 'againMissing'
  | 'badPassword'
  | 'passwordsDiffer'
  | 'wrongLogin';
export type PasswordErrors = Partial<Record<keyof PasswordFields, PasswordError>>;

/** What is wrong, by field (PRODUCT 31); empty when it may be sent. */
export function passwordErrors({ current, next, again }: PasswordFields): PasswordErrors {
  const errors: PasswordErrors = {};
  if (current === '') errors.current = 'currentMissing';
  if (next === '') errors.next = 'newMissing';
  else if (!isGoodPassword(next)) errors.next = 'badPassword';
  if (again === '') errors.again = 'againMissing';
  else if (again !== next) errors.again = 'passwordsDiffer';
  return errors;
}

/** The field that a refusal is about; undefined for none. */
export const refusedField = (reason: Reason | undefined): keyof PasswordFields | undefined => {
  if (reason === 'bad_login') return 'current';
  return reason === 'bad_password' || reason === 'same_password' ? 'next' : undefined;
};
