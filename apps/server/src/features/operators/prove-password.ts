import { refuseOperator, type OperatorResult } from '@plimsoll/contract/operator';
import type { DoorContext } from '../../platform/http/index.ts';
import { networkOf } from '../../platform/knocks.ts';
import { countsAddress } from '../../platform/login-throttle.ts';
import { logDeed } from './audit-log.ts';
import type { Desk } from './deps.ts';
import { operatorByName, type OperatorRow } from './store.ts';

/** When so many knock that they cannot even wait. */
const CROWDED_SECONDS = '5';

interface Credentials {
  readonly username: string;
  readonly password: string;
}

/**
 * Checks an operator's password, at a login or asked for again. A wrong one, an unknown name and an operator who was disabled are the same
 * answer after the same work. Tries on one account go one after the other, so that many at once cannot outrun the count of wrong ones: that
 * is the caller's to see to.
 */
export async function provePassword(typed: Credentials, door: DoorContext, desk: Desk): Promise<OperatorResult<OperatorRow>> {
  const look = () => lookAt(typed, door, desk);
  if (!countsAddress(desk.mode, door.address)) return look();
  return (await desk.knocks.inTurn(networkOf(door.address), look)) ?? refuseOperator('too_many_requests', { seconds: CROWDED_SECONDS });
}

async function lookAt({ username, password }: Credentials, door: DoorContext, desk: Desk): Promise<OperatorResult<OperatorRow>> {
  const wait = await desk.throttle.waitOf(username, networkOf(door.address));
  if (wait > 0) return refuseOperator('too_many_requests', { seconds: String(wait) });
  const known = await operatorByName(desk.db, username);
  const isRight = await desk.passwords.verify(known?.enabled ? known.password_hash : null, password, 'console');
  if (isRight && known) return { ok: true, value: known };
  triedInVain({ username, operatorId: known?.id, what: 'password' }, door, desk);
  return refuseOperator('bad_login');
}

interface Vain {
  readonly username: string;
  readonly operatorId: string | undefined;
  readonly what: 'password' | 'code';
}

/**
 * Counts a wrong password or code, and logs it when there is such an operator: the throttle keeps the log from being flooded. The answer does
 * not wait for the log, or its time would tell which names there are.
 */
export function triedInVain({ username, operatorId, what }: Vain, door: DoorContext, { throttle, db, clock, aside }: Desk): void {
  throttle.failed(username, networkOf(door.address));
  if (operatorId === undefined) return;
  const deed = { by: { address: door.address }, action: 'refuse-login', resource: 'session', ref: operatorId, after: { username, wrong: what } };
  aside(db.transaction((tx) => logDeed(tx, deed, clock.nowMs())));
}
