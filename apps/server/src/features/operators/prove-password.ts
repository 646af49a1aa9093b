import { refuseOperator, type OperatorResult } from '@plimsoll/contract/operator';
import type { PublicOperatorContext, OperatorContext } from '../../platform/http/index.ts';
import { networkOf } from '../../platform/concurrency-limiter.ts';
import { countsAddress, type Lane } from '../../platform/login-throttle.ts';
import { appendAuditLog } from '../../platform/operator-log.ts';
import type { Desk } from './deps.ts';
import { operatorByName, type OperatorRow } from './store.ts';

/** When so many knock that they cannot even wait. */
const RETRY_SECONDS = '5';

interface Credentials {
  readonly username: string;
  readonly password: string;
  /** What an earlier login gave this browser. */
  readonly known?: string | undefined;
  /** Work that was asked for in the place of a wait. */
  readonly work?: string | undefined;
}
/** Who has the password, and by which lane they came. */
interface Proven {
  readonly operator: OperatorRow;
  readonly lane: Lane;
}

/**
 * Checks an operator's password at a login. A wrong one, an unknown name and an operator who was disabled are the same
 * answer after the same work. Tries on one account go one after the other, so that many at once cannot outrun the count
 * of wrong ones: that is the caller's to see to. A browser that is known to the account does not meet the counts of
 * strangers.
 */
export async function provePassword(
  typed: Credentials,
  door: PublicOperatorContext,
  desk: Desk,
): Promise<OperatorResult<Proven>> {
  const { username, known: token, work } = typed;
  const operator = token === undefined ? undefined : await operatorByName(desk.db, username);
  const id =
    token === undefined || !operator
      ? undefined
      : desk.browsers.idOf({ name: username, passwordHash: operator.password_hash }, token);
  if (id !== undefined) return inside(typed, { kind: 'browser', id }, door, desk);
  const network = countsAddress(desk.mode, door.address) ? networkOf(door.address) : undefined;
  const look = () => lookAt(typed, { kind: 'stranger', network, work }, door, desk);
  return network === undefined ? look() : ((await desk.limiter.inTurn(network, look)) ?? tooManyRequests());
}

/** Asks the one who is logged in for the password once more: wrong ones count for this session alone. */
export const proveInside = (
  password: string,
  { operator: { username, sessionHash }, ...door }: OperatorContext,
  desk: Desk,
): Promise<OperatorResult<Proven>> => inside({ username, password }, { kind: 'session', id: sessionHash }, door, desk);

async function inside(
  typed: Credentials,
  lane: Exclude<Lane, { kind: 'stranger' }>,
  door: PublicOperatorContext,
  desk: Desk,
): Promise<OperatorResult<Proven>> {
  return (
    (await desk.inside.inTurn(`${lane.kind} ${lane.id}`, () => lookAt(typed, lane, door, desk))) ?? tooManyRequests()
  );
}

const tooManyRequests = () => refuseOperator('too_many_requests', { seconds: RETRY_SECONDS });

async function lookAt(
  { username, password }: Credentials,
  lane: Lane,
  door: PublicOperatorContext,
  desk: Desk,
): Promise<OperatorResult<Proven>> {
  const wait = await desk.throttle.waitOf(username, lane);
  if (wait) {
    const { refusal } = refuseOperator('too_many_requests', { seconds: String(wait.seconds) });
    return { ok: false, refusal: wait.work ? { ...refusal, work: wait.work } : refusal };
  }
  const operator = await operatorByName(desk.db, username);
  const isRight = await desk.passwords.verify(operator?.enabled ? operator.password_hash : null, password, 'console');
  if (isRight && operator) return { ok: true, value: { operator, lane } };
  triedInVain({ username, operatorId: operator?.id, what: 'password', lane }, door, desk);
  return refuseOperator('bad_login');
}

interface Vain {
  readonly username: string;
  readonly operatorId: string | undefined;
  readonly what: 'password' | 'code' | 'passkey';
  readonly lane: Lane;
}

/**
 * Counts a wrong password, code or passkey, and logs it when there is such an operator: the throttle keeps the log from
 * being flooded. The answer does not wait for the log, or its time would tell which names there are.
 */
export function triedInVain(
  { username, operatorId, what, lane }: Vain,
  door: PublicOperatorContext,
  { throttle, db, clock, aside }: Desk,
): void {
  throttle.failed(username, lane);
  if (operatorId === undefined) return;
  const action = {
    by: { address: door.address },
    action: 'refuse-login',
    resource: 'session',
    ref: operatorId,
    after: { username, wrong: what },
  };
  aside(db.transaction((tx) => appendAuditLog(tx, action, clock.nowMs())));
}
