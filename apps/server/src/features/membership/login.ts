import { ok, refuse, type Answer, type Input, type Result, type SecondNeeded } from '@plimsoll/contract';
import { coarseAddress } from '../../platform/coarse-address.ts';
import type { Tx } from '../../platform/db.ts';
import { deviceWords } from '../../platform/device-words.ts';
import type { Lane } from '../../platform/login-throttle.ts';
import { notifyMember } from '../notices/index.ts';
import { issueTicket, noteSignIn, usedDevice, type ClientInfo, type SignInEnd } from '../security/index.ts';
import type { MembershipDeps } from './deps.ts';
import type { AuthThrottle } from './auth-throttle.ts';
import { credentialsOf, stillHasPassword, type Credentials } from './store.ts';

export type LoginDeps = MembershipDeps & { readonly throttle: AuthThrottle };
type Typed = Pick<Input<'login'>, 'username' | 'password'> & Partial<Pick<Input<'login'>, 'known' | 'work'>>;
type Proven = Credentials & { readonly lane: Lane };

const LANES = { session: 'inside', browser: 'known', stranger: 'unknown' } as const;

/** The lane of the known browser that it comes from; undefined for a stranger, whatever token it has. */
async function browserOf(
  { username, known: token }: Pick<Typed, 'username' | 'known'>,
  { db, throttle }: Pick<LoginDeps, 'db' | 'throttle'>,
): Promise<Exclude<Lane, { kind: 'stranger' }> | undefined> {
  const account = token ? await credentialsOf(db, username) : undefined;
  return token && account
    ? throttle.browserOf({ name: username, passwordHash: account.passwordHash }, token)
    : undefined;
}

/** The queue that a login waits in: a known browser has its own, so that nobody else holds it up. */
export async function loginQueue(
  typed: Pick<Typed, 'username' | 'known'>,
  deps: Pick<LoginDeps, 'db' | 'throttle'>,
): Promise<string> {
  const browser = await browserOf(typed, deps);
  return browser ? `browser ${browser.id}` : `name ${typed.username}`;
}

/**
 * Checks a login password, with the same answer and work for a wrong one and an unknown account. The caller runs an
 * account's attempts in turn, so that the count holds, and resets it after a complete login. Strangers do not slow a
 * known browser.
 */
async function proveLogin(typed: Typed, client: ClientInfo, deps: LoginDeps): Promise<Result<Proven>> {
  const { throttle } = deps;
  const lane = await browserOf(typed, deps);
  return lane
    ? throttle.inside(lane, () => checkPassword(typed, lane, client, deps))
    : throttle.inTurn(client.address, () =>
        checkPassword(typed, throttle.stranger(client.address, typed.work ?? undefined), client, deps),
      );
}

/** Asks for the password again within a session, which alone counts wrong ones. */
export function proveForSession(
  typed: Typed,
  sessionHash: string,
  client: ClientInfo,
  deps: LoginDeps,
): Promise<Result<Proven>> {
  const lane = { kind: 'session', id: sessionHash } as const;
  return deps.throttle.inside(lane, () => checkPassword(typed, lane, client, deps));
}

async function checkPassword(
  { username, password }: Typed,
  lane: Lane,
  client: ClientInfo,
  { db, passwords, throttle, security }: LoginDeps,
): Promise<Result<Proven>> {
  const slowed = await throttle.slowsLogin(username, lane);
  if (slowed) return slowed;
  const known = await credentialsOf(db, username);
  if (!(await passwords.verify(known?.passwordHash ?? null, password, LANES[lane.kind])) || !known) {
    throttle.loginFailed(username, lane);
    if (known) security.recordInBackground({ memberId: known.id, outcome: 'wrong-password' }, client);
    return refuse('bad_login');
  }
  return ok({ ...known, lane });
}

interface Entering extends Pick<SignInEnd, 'memberId'> {
  readonly second?: SignInEnd['second'];
  readonly deviceId?: string | undefined;
}

/** Opens a session, writes the history, and notifies of a login from somewhere new. */
export async function enter(
  tx: Tx,
  { memberId, second, deviceId }: Entering,
  client: ClientInfo,
  { sessions, clock }: Pick<MembershipDeps, 'sessions' | 'clock'>,
): Promise<string> {
  const nowMs = clock.nowMs();
  const token = await sessions.open(memberId, tx, { ...client, ...(deviceId === undefined ? {} : { deviceId }) });
  const isNew = await noteSignIn(tx, { memberId, outcome: 'in', ...(second ? { second } : {}) }, client, nowMs);
  if (isNew && second !== 'device') {
    await notifyMember(
      tx,
      [
        {
          memberId,
          kind: 'sign-in-new',
          params: { ...deviceWords(client.agent), address: coarseAddress(client.address) },
        },
      ],
      nowMs,
    );
  }
  return token;
}

/** Issues a ticket for the second step, if the password still holds. */
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

/** Logs in by the exact username; a second factor is asked for except in a known browser. */
export async function login(
  input: Input<'login'>,
  client: ClientInfo,
  deps: LoginDeps,
): Promise<Result<Answer<'login'>>> {
  const proven = await proveLogin(input, client, deps);
  if (!proven.ok) return proven;
  const { db, clock, throttle, security } = deps;
  const { id, passwordHash, frozen, lane } = proven.value;
  if (frozen) {
    throttle.loginSucceeded(input.username, lane);
    security.recordInBackground({ memberId: id, outcome: 'frozen' }, client);
    return refuse('frozen_member');
  }
  const factors = await security.second.wanted(db, id);
  const deviceId =
    factors.length > 0 && input.device ? await usedDevice(db, id, input.device, clock.nowMs()) : undefined;
  if (factors.length > 0 && deviceId === undefined) return askSecond(proven.value, factors, deps);
  throttle.loginSucceeded(input.username, lane);
  const known = throttle.knownAs({ name: input.username, passwordHash });
  return db.transaction(async (tx) => {
    // Before or after a change of password, never between.
    if (!(await stillHasPassword(tx, id, passwordHash))) return refuse('bad_login');
    return ok({
      userinfo: {
        token: await enter(
          tx,
          { memberId: id, deviceId, ...(deviceId === undefined ? {} : { second: 'device' }) },
          client,
          deps,
        ),
      },
      known,
    });
  });
}
