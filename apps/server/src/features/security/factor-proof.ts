import type { Input } from '@plimsoll/contract';
import type { LastWords } from '@plimsoll/contract/last-words';
import type { Totp } from '../../platform/totp.ts';
import type { Webauthn } from '../../platform/webauthn.ts';
import type { SecurityDeps } from './deps.ts';
import type { Challenge, Purpose } from './passkey-store.ts';
import type { RecoveryCodes } from './recovery-codes.ts';

/** What the request gives besides the password. */
export type Given = Pick<Partial<Input<'withdraw'>>, 'second' | 'code' | 'passkey'>;

/** A verified second factor; it counts once it is taken. */
export type Proof =
  | { readonly kind: 'totp'; readonly sealed: Buffer; readonly step: number }
  | { readonly kind: 'recovery'; readonly hash: string }
  | {
      readonly kind: 'passkey';
      readonly id: string;
      readonly counter: number;
      readonly challenge: string;
      readonly nonce: string | null;
      readonly purpose: Purpose | undefined;
    };

/** The purpose; before a way out a passkey signs the words. */
export type AskedFor = { readonly purpose: 'change' } | { readonly purpose: 'withdraw'; readonly words: LastWords };

/** The challenge and its purpose; without a challenge where none is valid. */
export interface ToSign extends Partial<Challenge> {
  readonly purpose: Purpose | undefined;
}

/** What second factors are checked with. */
export interface FactorDeps extends Pick<SecurityDeps, 'db' | 'clock'> {
  readonly totp: Totp;
  readonly codes: RecoveryCodes;
  readonly webauthn: Webauthn;
}
