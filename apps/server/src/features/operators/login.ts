import type { z } from 'zod';
import type { PasskeyAnswer } from '@plimsoll/contract/fields';
import { refuseOperator, type OperatorResult } from '@plimsoll/contract/operator';
import type { openSession } from '@plimsoll/contract/operator/operators';
import type { Tx } from '../../platform/db.ts';
import type { PublicOperatorContext } from '../../platform/http/index.ts';
import { appendAuditLog } from '../../platform/operator-log.ts';
import type { Desk } from './deps.ts';
import { hasFactor, hasTotp } from './item.ts';
import { askPasskey, takePasskey } from './passkeys.ts';
import { provePassword, triedInVain } from './prove-password.ts';
import { lockOperator, takeTotpStep, wasSeen, type OperatorRow } from './store.ts';
import { areCodesStopped, countWrongCode, forgetWrongCodes } from './wrong-codes.ts';

type Input = z.output<typeof openSession.input>;
type Session = z.output<typeof openSession.output>;

/**
 * Opens a session of the console (docs/wire/operator.md). A factor, where one is set, is asked for once the password
 * was right.
 */
export async function login(input: Input, door: PublicOperatorContext, desk: Desk): Promise<OperatorResult<Session>> {
  const username = input.username.toLowerCase();
  const proven = await provePassword(
    { username, password: input.password, known: input.known, work: input.work },
    door,
    desk,
  );
  if (!proven.ok) return proven;
  const {
    operator: { id, password_hash },
    lane,
  } = proven.value;
  const opened = await open({ id, passwordHash: password_hash, code: input.totp, passkey: input.passkey }, door, desk);
  if (opened.ok) desk.throttle.succeeded(username, lane);
  else if (opened.refusal.reason === 'bad_totp')
    triedInVain({ username, operatorId: id, what: 'code', lane }, door, desk);
  else if (opened.refusal.reason === 'bad_passkey')
    triedInVain({ username, operatorId: id, what: 'passkey', lane }, door, desk);
  return opened;
}

interface Proven {
  readonly id: string;
  readonly passwordHash: string;
  readonly code: string | undefined;
  readonly passkey: PasskeyAnswer | undefined;
}

/** Asks for the factor that is set; undefined once it was shown, or none is set. */
async function lacksFactor(
  tx: Tx,
  operator: OperatorRow,
  { code, passkey }: Pick<Proven, 'code' | 'passkey'>,
  door: PublicOperatorContext,
  desk: Desk,
): Promise<ReturnType<typeof refuseOperator> | undefined> {
  const { id } = operator;
  if (!hasFactor(operator)) return undefined;
  if (passkey !== undefined)
    return (await takePasskey(tx, id, 'login', passkey, desk)) ? undefined : refuseOperator('bad_passkey');
  const takesCodes = hasTotp(operator) && !areCodesStopped(operator);
  if (!takesCodes || code === undefined) {
    const request = await askPasskey(tx, id, 'login', desk);
    if (!takesCodes && !request) return refuseOperator('codes_stopped');
    const { refusal } = refuseOperator(takesCodes ? 'totp_needed' : 'passkey_needed');
    return { ok: false, refusal: request ? { ...refusal, passkey: request } : refusal };
  }
  const step = operator.totp_secret
    ? desk.totp.stepOf(code, { ownerId: id, sealed: operator.totp_secret }, desk.clock.nowMs())
    : undefined;
  if (step === undefined || !(await takeTotpStep(tx, id, step))) {
    await countWrongCode(tx, operator, door, desk);
    return refuseOperator('bad_totp');
  }
  await forgetWrongCodes(tx, id);
  return undefined;
}

const open = (
  { id, passwordHash, ...given }: Proven,
  door: PublicOperatorContext,
  desk: Desk,
): Promise<OperatorResult<Session>> =>
  desk.db.transaction(async (tx) => {
    const { clock, sessions, browsers } = desk;
    const nowMs = clock.nowMs();
    // Whoever disables the operator or changes the password at this moment ends every session, this one too: it comes
    // before or after, never between.
    const operator = await lockOperator(tx, id);
    if (!operator?.enabled || operator.password_hash !== passwordHash) return refuseOperator('bad_login');
    const lack = await lacksFactor(tx, operator, given, door, desk);
    if (lack) return lack;
    const { username, role } = operator;
    const token = await sessions.open(id, { address: door.address, withFactor: hasFactor(operator) }, tx);
    await wasSeen(tx, id, new Date(nowMs));
    const by = { ...door, operator: { operatorId: id, username, role, sessionHash: '' } };
    await appendAuditLog(tx, { by, action: 'login', resource: 'session', ref: id }, nowMs);
    return {
      ok: true,
      value: {
        token,
        role,
        id: Number(id),
        username,
        totp: hasTotp(operator) ? 1 : 0,
        known: browsers.make({ name: username, passwordHash }),
      },
    };
  });
