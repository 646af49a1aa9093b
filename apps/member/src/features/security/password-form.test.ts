import { expect, test } from 'vitest';
import { NO_FIELDS, passwordErrors, refusedField } from './password-form.ts';

const good = { current: 'whatever it is', next: 'Keel8under', again: 'Keel8under' };

test('every field is required', () => {
  expect(passwordErrors(NO_FIELDS)).toEqual({ current: 'currentMissing', next: 'newMissing', again: 'againMissing' });
  expect(passwordErrors(good)).toEqual({});
});

test.each(['short', 'a'.repeat(129), 'a b-c 1', 'pässwö1'])(
  'a new password is 6 to 20 letters or digits or 8 to 128 characters, and not %s',
  (next) => {
    expect(passwordErrors({ ...good, next, again: next })).toEqual({ next: 'badPassword' });
  },
);

test('the new password must be entered twice', () => {
  expect(passwordErrors({ ...good, again: 'keel8under' })).toEqual({ again: 'passwordsDiffer' });
});

test('a refusal is shown beside its field', () => {
  expect([
    refusedField('bad_login'),
    refusedField('bad_password'),
    refusedField('too_many_requests'),
    refusedField(undefined),
  ]).toEqual(['current', 'next', undefined, undefined]);
});
