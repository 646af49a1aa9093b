import type { Result } from '@plimsoll/contract';
import type { Sessions } from '../../platform/sessions.ts';
import type { Totp } from '../../platform/totp.ts';
import type { SecurityDeps } from './deps.ts';
import type { RecoveryCodes } from './recovery-codes.ts';
import type { SecondFactors } from './second-factors.ts';
import type { Webauthn } from './webauthn.ts';

/** What the slice asks of membership. */
export interface Owners {
  /** Asks a member for the login password once more: wrong ones count for the session (`bad_login`, `too_many_requests`). */
  provePassword(asker: Asker, password: string): Promise<Result<unknown>>;
}

/** What the use cases of a member's own account work with. */
export interface Desk extends Pick<SecurityDeps, 'db' | 'clock' | 'home'>, Owners {
  readonly sessions: Sessions;
  readonly totp: Totp;
  readonly codes: RecoveryCodes;
  readonly webauthn: Webauthn;
  readonly second: SecondFactors;
}

/** Who asks, from where. */
export interface Asker {
  readonly memberId: string;
  readonly address: string;
  readonly sessionHash: string;
}
