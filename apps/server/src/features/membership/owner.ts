import { refuse, type Result } from '@plimsoll/contract';
import { oneAtATime } from '../../platform/one-at-a-time.ts';
import { ownThrottles } from '../../platform/throttles.ts';
import { createLoginProofs, createPreparations, type LoginProofs, type Preparations } from '../gate/index.ts';
import { proveOwner } from './change-password.ts';
import type { MembershipDeps } from './deps.ts';
import { Entrance } from './entrance.ts';
import type { LoginDeps } from './login.ts';
import { memberById } from './store.ts';

/** How members prove that an account is theirs: the counts that slow wrong passwords down live as long as it does. */
export interface Owning {
  readonly entrance: Entrance;
  readonly loginDeps: LoginDeps & { readonly inTurn: ReturnType<typeof oneAtATime> };
  /** Runs tasks of one account one after the other. */
  readonly inTurn: ReturnType<typeof oneAtATime>;
  /**
   * What asks a member for the login password once more takes its turn with what else this session asks, and with no
   * stranger.
   */
  readonly asOwner: <T>(
    asked: { readonly memberId: string; readonly sessionHash: string },
    task: (username: string) => Promise<Result<T>>,
  ) => Promise<Result<T>>;
  readonly provePassword: (
    asker: { readonly memberId: string; readonly address: string; readonly sessionHash: string },
    password: string,
  ) => Promise<Result<unknown>>;
  /** Asks for the login password again before something leaves, where the last time is long ago. */
  readonly loginProofs: LoginProofs;
  /** The gate before every change that a way out hangs on. */
  readonly preparations: Preparations;
}

/** Opens it. */
export function createOwning(deps: MembershipDeps): Owning {
  const entrance = new Entrance(deps.throttles ?? ownThrottles(deps.clock), deps.mode, deps.security);
  const inTurn = oneAtATime();
  const loginDeps = { ...deps, entrance, inTurn };
  const asOwner: Owning['asOwner'] = async ({ memberId, sessionHash }, task) => {
    const username = (await memberById(deps.db, memberId))?.username;
    return username === undefined ? refuse('login_required') : inTurn(`session ${sessionHash}`, () => task(username));
  };
  const provePassword: Owning['provePassword'] = ({ memberId, ...asker }, password) =>
    asOwner({ memberId, ...asker }, (username) => proveOwner(password, { username, ...asker }, loginDeps));
  const {
    db,
    clock,
    mode,
    security: { second },
    sessions,
  } = deps;
  const loginProofs = createLoginProofs({ db, clock, mode, second, sessions, provePassword });
  return {
    entrance,
    loginDeps,
    inTurn,
    asOwner,
    provePassword,
    loginProofs,
    preparations: createPreparations({ db, clock, mode, second, provePassword }),
  };
}
