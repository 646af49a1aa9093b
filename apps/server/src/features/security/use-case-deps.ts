import type { Result } from '@plimsoll/contract';
import type { Tx } from '../../platform/db.ts';
import type { Sessions } from '../../platform/sessions.ts';
import type { Totp } from '../../platform/totp.ts';
import type { Webauthn } from '../../platform/webauthn.ts';
import type { SecurityDeps } from './deps.ts';
import type { RecoveryCodes } from './recovery-codes.ts';
import type { Given } from './factor-proof.ts';
import type { SecondFactors } from './second-factors.ts';

/** What the slice needs of membership and the gate. */
export interface Owners {
  /** Asks for the login password again (`bad_login`, `too_many_requests`). */
  provePassword(caller: Caller, password: string): Promise<Result<unknown>>;
  prepare<P, T>(
    wish: { readonly memberId: string; readonly kind: 'factor' | undefined; readonly given: Given },
    prove: () => Promise<Result<P>>,
    change: (tx: Tx, proven: P) => Promise<Result<T>>,
  ): Promise<Result<T>>;
  prepared(tx: Tx, memberId: string, kind: 'factor'): Promise<void>;
  needsPassword(memberId: string): Promise<boolean>;
  readonly asksEmail: boolean;
  /** True when a way out asks for the login password again. */
  wantsPassword(caller: Pick<Caller, 'memberId' | 'sessionHash'>): Promise<boolean>;
}

/** What the use cases are given. */
export interface UseCaseDeps extends Pick<SecurityDeps, 'db' | 'clock' | 'home'>, Owners {
  readonly sessions: Sessions;
  readonly totp: Totp;
  readonly codes: RecoveryCodes;
  readonly webauthn: Webauthn;
  readonly second: SecondFactors;
}

export interface Caller {
  readonly memberId: string;
  readonly address: string;
  readonly sessionHash: string;
}
