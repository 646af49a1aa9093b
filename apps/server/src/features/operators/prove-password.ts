import { refuseOperator, type OperatorResult } from '@plimsoll/contract/operator';
import type { PublicOperatorContext, OperatorContext } from '../../platform/http/index.ts';
import { networkOf } from '../../platform/concurrency-limiter.ts';
import { countsAddress, type Lane } from '../../platform/login-throttle.ts';
import { appendAuditLog } from '../../platform/operator-log.ts';
import type { UseCaseDeps } from './deps.ts';
import { operatorByName, type OperatorRow } from './store.ts';

/** When the queue is full. */
export const RETRY_SECONDS = '5';

/** Where a hash waits (platform/passwords.ts): strangers' with those of members' strangers, who may be as many. */
const LANES = { session: 'console', browser: 'console', stranger: 'unknown' } as const;

interface Credentials {
  readonly username: string;
  readonly password: string;
  /** The token by which an earlier login made this browser known. */
  readonly known?: string | undefined;
  /** Proof of work that replaces a wait. */
  readonly work?: string | undefined;
}
/** The operator whose password was right, and the lane of the attempt. */
interface Proven {
  readonly operator: OperatorRow;
  readonly lane: Lane;
}

/** The id of the known browser that it comes from; undefined for a stranger, whatever token it has. */
async function browserOf(
  { username, known: token }: Pick<Credentials, 'username' | 'known'>,
  { db, browsers }: Pick<UseCaseDeps, 'db' | 'browsers'>,
): Promise<string | undefined> {
  const operator = token === undefined ? undefined : await operatorByName(db, username);
  return token === undefined || !operator
    ? undefined
    : browsers.idOf({ name: username, passwordHash: operator.password_hash }, token);
}

/** The queue that a login waits in: a known browser has its own, so that nobody else holds it up. */
export async function loginQueue(
  typed: Pick<Credentials, 'username' | 'known'>,
  deps: Pick<UseCaseDeps, 'db' | 'browsers'>,
): Promise<string> {
  const id = await browserOf(typed, deps);
  return id === undefined ? `name ${typed.username.toLowerCase()}` : `browser ${id}`;
}

/**
 * Checks a password at the login, with the same answer and work for a wrong one, an unknown name and a disabled
 * operator. The caller runs an account's attempts in turn, so that the count holds. Strangers slow neither a known
 * browser nor members.
 */
export async function provePassword(
  typed: Credentials,
  context: PublicOperatorContext,
  deps: UseCaseDeps,
): Promise<OperatorResult<Proven>> {
  const { work } = typed;
  const id = await browserOf(typed, deps);
  if (id !== undefined) return checkInTurn(typed, { kind: 'browser', id }, context, deps);
  const network = countsAddress(deps.mode, context.address) ? networkOf(context.address) : undefined;
  const check = () => checkPassword(typed, { kind: 'stranger', network, work }, context, deps);
  return network === undefined ? check() : ((await deps.limiter.inTurn(network, check)) ?? tooManyRequests());
}

/** Asks for the password again within a session, which alone counts wrong ones. */
export const proveForSession = (
  password: string,
  { operator: { username, sessionHash }, ...context }: OperatorContext,
  deps: UseCaseDeps,
): Promise<OperatorResult<Proven>> =>
  checkInTurn({ username, password }, { kind: 'session', id: sessionHash }, context, deps);

async function checkInTurn(
  typed: Credentials,
  lane: Exclude<Lane, { kind: 'stranger' }>,
  context: PublicOperatorContext,
  deps: UseCaseDeps,
): Promise<OperatorResult<Proven>> {
  return (
    (await deps.knownLimiter.inTurn(`${lane.kind} ${lane.id}`, () => checkPassword(typed, lane, context, deps))) ??
    tooManyRequests()
  );
}

const tooManyRequests = () => refuseOperator('too_many_requests', { seconds: RETRY_SECONDS });

async function checkPassword(
  { username, password }: Credentials,
  lane: Lane,
  context: PublicOperatorContext,
  deps: UseCaseDeps,
): Promise<OperatorResult<Proven>> {
  const wait = await deps.throttle.waitOf(username, lane);
  if (wait) {
    const { refusal } = refuseOperator('too_many_requests', { seconds: String(wait.seconds) });
    return { ok: false, refusal: wait.work ? { ...refusal, work: wait.work } : refusal };
  }
  const operator = await operatorByName(deps.db, username);
  const stored = operator?.enabled ? operator.password_hash : null;
  const isRight = await deps.passwords.verify(stored, password, LANES[lane.kind]);
  if (isRight && operator) return { ok: true, value: { operator, lane } };
  recordFailedAttempt({ username, operatorId: operator?.id, what: 'password', lane }, context, deps);
  return refuseOperator('bad_login');
}

interface FailedAttempt {
  readonly username: string;
  readonly operatorId: string | undefined;
  readonly what: 'password' | 'code' | 'passkey';
  readonly lane: Lane;
}

/**
 * Counts a wrong password, code or passkey, and logs it for an existing operator. The answer does not wait, or its time
 * would show which names exist.
 */
export function recordFailedAttempt(
  { username, operatorId, what, lane }: FailedAttempt,
  context: PublicOperatorContext,
  { throttle, db, clock, runInBackground }: UseCaseDeps,
): void {
  throttle.failed(username, lane);
  if (operatorId === undefined) return;
  const action = {
    by: { address: context.address },
    action: 'refuse-login',
    resource: 'session',
    ref: operatorId,
    after: { username, wrong: what },
  };
  runInBackground(db.transaction((tx) => appendAuditLog(tx, action, clock.nowMs())));
}
