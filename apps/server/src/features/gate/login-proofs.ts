import { ok, refuse, type Result } from '@plimsoll/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { Sessions } from '../../platform/sessions.ts';
import type { SecondFactors } from '../security/index.ts';

/** How long a login, or a later proof of the login password, counts for ways out (RULES 8). */
const PROOF_LIFE_MS = 12 * 60 * 60 * 1000;

export interface Asker {
  readonly memberId: string;
  readonly address: string;
  readonly sessionHash: string;
}

/** Requires the login password again when it was last given long ago (RULES 8, docs/GATE.md). */
export interface LoginProofs {
  /** True when the login password is required again: in live mode, and of members with a second factor. */
  isWanted(asker: Pick<Asker, 'memberId' | 'sessionHash'>): Promise<boolean>;
  /** `password_needed` where it is required and missing. A given one is always checked, and counts from then on. */
  ask(asker: Asker, password: string | null | undefined): Promise<Result<unknown>>;
}

interface LoginProofDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly mode: 'demo' | 'live';
  readonly second: Pick<SecondFactors, 'wanted'>;
  readonly sessions: Pick<Sessions, 'provenAt'>;
  readonly provePassword: (asker: Asker, password: string) => Promise<Result<unknown>>;
}

/** Opens the check of login passwords. */
export function createLoginProofs({ db, clock, mode, second, sessions, provePassword }: LoginProofDeps): LoginProofs {
  const isWanted: LoginProofs['isWanted'] = async ({ memberId, sessionHash }) => {
    const provenAt = await sessions.provenAt(sessionHash);
    if (provenAt && clock.nowMs() - provenAt.getTime() < PROOF_LIFE_MS) return false;
    // Clients of the bare wire know no such field.
    return mode === 'live' || (await second.wanted(db, memberId)).length > 0;
  };
  return {
    isWanted,
    async ask(asker, password) {
      if (password !== undefined) return provePassword(asker, password ?? '');
      return (await isWanted(asker)) ? refuse('password_needed') : ok(undefined);
    },
  };
}
