import { ok, refuse, type Answer, type Input, type Result, type SecondNeeded } from '@plimsoll/contract';
import { coarseAddress } from '../../platform/coarse-address.ts';
import type { Tx } from '../../platform/db.ts';
import { deviceWords } from '../../platform/device-words.ts';
import type { Lane } from '../../platform/login-throttle.ts';
import { notifyMember } from '../notices/index.ts';
import { issueTicket, noteSignIn, usedDevice, type Door, type SignInEnd } from '../security/index.ts';
import type { MembershipDeps } from './deps.ts';
import type { Entrance } from './entrance.ts';
import { credentialsOf, stillHasPassword, type Credentials } from './store.ts';

/** What a login is checked with. */
export type LoginDeps = MembershipDeps & { readonly entrance: Entrance };
type Typed = Pick<Input<'login'>, 'username' | 'password'> & Partial<Pick<Input<'login'>, 'known' | 'work'>>;
/** Who has the password, and by which lane they came. */
type Proven = Credentials & { readonly lane: Lane };

const LANES = { session: 'inside', browser: 'known', stranger: 'unknown' } as const;

/**
 * Checks a login password. A wrong one and an unknown account are the same answer after the same work; only where there
 * is an account its member sees the try. Tries on one account go one after the other, so that many at once cannot
 * outrun the count of wrong ones: that is the caller's to see to, and so is taking the count back once all that was
 * asked for was right. A browser that is known to the account does not meet the counts of strangers.
 */
async function proveLogin(typed: Typed, door: Door, deps: LoginDeps): Promise<Result<Proven>> {
  const { entrance } = deps;
  const { username, known: token } = typed;
  const account = token ? await credentialsOf(deps.db, username) : undefined;
  const lane =
    token && account ? entrance.browserOf({ name: username, passwordHash: account.passwordHash }, token) : undefined;
  return lane
    ? entrance.inside(lane, () => lookAt(typed, lane, door, deps))
    : entrance.inTurn(door.address, () =>
        lookAt(typed, entrance.stranger(door.address, typed.work ?? undefined), door, deps),
      );
}

/** Asks a member who is logged in for the password once more. Wrong ones count for this session alone. */
export function proveInside(typed: Typed, sessionHash: string, door: Door, deps: LoginDeps): Promise<Result<Proven>> {
  const lane = { kind: 'session', id: sessionHash } as const;
  return deps.entrance.inside(lane, () => lookAt(typed, lane, door, deps));
}

async function lookAt(
  { username, password }: Typed,
  lane: Lane,
  door: Door,
  { db, passwords, entrance, security }: LoginDeps,
): Promise<Result<Proven>> {
  const slowed = await entrance.slowsLogin(username, lane);
  if (slowed) return slowed;
  const known = await credentialsOf(db, username);
  if (!(await passwords.verify(known?.passwordHash ?? null, password, LANES[lane.kind])) || !known) {
    entrance.loginFailed(username, lane);
    if (known) security.noteAside({ memberId: known.id, outcome: 'wrong-password' }, door);
    return refuse('bad_login');
  }
  return ok({ ...known, lane });
}

interface Entering extends Pick<SignInEnd, 'memberId'> {
  readonly second?: SignInEnd['second'];
  /** The known browser it is in. */
  readonly deviceId?: string | undefined;
}

/** Opens a session, writes it to the history, and tells the member when they come from somewhere new. */
export async function enter(
  tx: Tx,
  { memberId, second, deviceId }: Entering,
  door: Door,
  { sessions, clock }: Pick<MembershipDeps, 'sessions' | 'clock'>,
): Promise<string> {
  const nowMs = clock.nowMs();
  const token = await sessions.open(memberId, tx, { ...door, ...(deviceId === undefined ? {} : { deviceId }) });
  const isNew = await noteSignIn(tx, { memberId, outcome: 'in', ...(second ? { second } : {}) }, door, nowMs);
  if (isNew && second !== 'device') {
    await notifyMember(
      tx,
      [{ memberId, kind: 'sign-in-new', params: { ...deviceWords(door.agent), address: coarseAddress(door.address) } }],
      nowMs,
    );
  }
  return token;
}

/** A ticket for the second step, for who has the password and still has it. */
async function askSecond(
  { id, passwordHash }: Credentials,
  factors: SecondNeeded['factors'],
  { db, clock, security }: LoginDeps,
): Promise<Result<never>> {
  const passkey = (await security.second.challenge(db, id)) ?? null;
  return db.transaction(async (tx) => {
    if (!(await stillHasPassword(tx, id, passwordHash))) return refuse('bad_login');
    const data: SecondNeeded = { ...(await issueTicket(tx, id, passkey?.challenge, clock.nowMs())), factors, passkey };
    return { ok: false, refusal: { reason: 'second_factor_required', data: { ...data } } };
  });
}

/**
 * Logs a member in; the username is taken exactly as registered. Who has set a second factor is asked for it, unless
 * their browser is known.
 */
export async function login(input: Input<'login'>, door: Door, deps: LoginDeps): Promise<Result<Answer<'login'>>> {
  const proven = await proveLogin(input, door, deps);
  if (!proven.ok) return proven;
  const { db, clock, entrance, security } = deps;
  const { id, passwordHash, frozen, lane } = proven.value;
  if (frozen) {
    entrance.loginSucceeded(input.username, lane);
    security.noteAside({ memberId: id, outcome: 'frozen' }, door);
    return refuse('frozen_member');
  }
  const factors = await security.second.wanted(db, id);
  const deviceId =
    factors.length > 0 && input.device ? await usedDevice(db, id, input.device, clock.nowMs()) : undefined;
  if (factors.length > 0 && deviceId === undefined) return askSecond(proven.value, factors, deps);
  entrance.loginSucceeded(input.username, lane);
  const known = entrance.knownAs({ name: input.username, passwordHash });
  return db.transaction(async (tx) => {
    // A change of the password at this moment ends every session, this one too: it comes before or after, never
    // between.
    if (!(await stillHasPassword(tx, id, passwordHash))) return refuse('bad_login');
    return ok({
      userinfo: {
        token: await enter(
          tx,
          { memberId: id, deviceId, ...(deviceId === undefined ? {} : { second: 'device' }) },
          door,
          deps,
        ),
      },
      known,
    });
  });
}
