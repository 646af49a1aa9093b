import type { Answer } from '@plimsoll/contract';

/** A member with a proven address and no second factor. */
export const SECURITY: Answer<'getSecurity'> = {
  totp: 0,
  totp_since: null,
  passkeys: [],
  recovery_left: 0,
  recovery_since: null,
  phrase: null,
  email: 'lea@haven.example',
  email_proven: 1,
  email_needed: 0,
  password_needed: 0,
  password_asked: 0,
  passkey_origin: 'https://plimsoll.example',
};
