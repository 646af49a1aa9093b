import { refuse, type Result } from '@plimsoll/contract';
import { oneAtATime } from '../../platform/one-at-a-time.ts';
import { ownThrottles } from '../../platform/throttles.ts';
import { createLoginProofs, createPreparations, type LoginProofs, type Preparations } from '../gate/index.ts';
import { proveOwner } from './change-password.ts';
import type { MembershipDeps } from './deps.ts';
import { AuthThrottle } from './auth-throttle.ts';
import type { LoginDeps } from './login.ts';
import { memberById } from './store.ts';

/** How members prove that they own an account. */
export interface OwnerProofs {
  readonly throttle: AuthThrottle;
  readonly loginDeps: LoginDeps & { readonly inTurn: ReturnType<typeof oneAtATime> };
  /** Runs tasks of one account in turn. */
  readonly inTurn: ReturnType<typeof oneAtATime>;
  /**
   * Runs what needs the login password again in the session's turn, so that one that was stolen holds up itself alone,
   * and in the member's, who may have many sessions.
   */
  readonly asOwner: <T>(
    asked: { readonly memberId: string; readonly sessionHash: string },
    task: (username: string) => Promise<Result<T>>,
  ) => Promise<Result<T>>;
  readonly provePassword: (
    caller: { readonly memberId: string; readonly address: string; readonly sessionHash: string },
    password: string,
  ) => Promise<Result<unknown>>;
  readonly loginProofs: LoginProofs;
  readonly preparations: Preparations;
}

/** Makes them, with throttles of their own unless shared ones are given. */
export function createOwnerProofs(deps: MembershipDeps): OwnerProofs {
  const throttle = new AuthThrottle(deps.throttles ?? ownThrottles(deps.clock), deps.mode, deps.security);
  const inTurn = oneAtATime();
  // Not those of logins, whose names anybody types.
  const ownersInTurn = oneAtATime();
  const loginDeps = { ...deps, throttle, inTurn };
  const asOwner: OwnerProofs['asOwner'] = async ({ memberId, sessionHash }, task) => {
    const username = (await memberById(deps.db, memberId))?.username;
    if (username === undefined) return refuse('login_required');
    return inTurn(`session ${sessionHash}`, () => ownersInTurn(memberId, () => task(username)));
  };
  const provePassword: OwnerProofs['provePassword'] = ({ memberId, ...caller }, password) =>
    asOwner({ memberId, ...caller }, (username) => proveOwner(password, { username, ...caller }, loginDeps));
  const {
    db,
    clock,
    mode,
    security: { second },
    sessions,
  } = deps;
  const loginProofs = createLoginProofs({ db, clock, mode, second, sessions, provePassword });
  return {
    throttle,
    loginDeps,
    inTurn,
    asOwner,
    provePassword,
    loginProofs,
    preparations: createPreparations({ db, clock, mode, second, provePassword }),
  };
}
