import type { z } from 'zod';
import type { PasskeyAnswer } from '@plimsoll/contract/fields';
import { refuseOperator, type OperatorResult } from '@plimsoll/contract/operator';
import type { openSession } from '@plimsoll/contract/operator/operators';
import type { Tx } from '../../platform/db.ts';
import type { PublicOperatorContext } from '../../platform/http/index.ts';
import { appendAuditLog } from '../../platform/operator-log.ts';
import type { UseCaseDeps } from './deps.ts';
import { hasFactor, hasTotp } from './item.ts';
import { askPasskey, takePasskey } from './passkeys.ts';
import { provePassword, recordFailedAttempt } from './prove-password.ts';
import { lockOperator, takeTotpStep, wasSeen, type OperatorRow } from './store.ts';
import { areCodesStopped, countWrongCode, forgetWrongCodes } from './wrong-codes.ts';

type Input = z.output<typeof openSession.input>;
type Session = z.output<typeof openSession.output>;

/** Opens a session of the console (docs/wire/operator.md): the password, then a second factor. */
export async function login(
  input: Input,
  context: PublicOperatorContext,
  deps: UseCaseDeps,
): Promise<OperatorResult<Session>> {
  const username = input.username.toLowerCase();
  const proven = await provePassword(
    { username, password: input.password, known: input.known, work: input.work },
    context,
    deps,
  );
  if (!proven.ok) return proven;
  const {
    operator: { id, password_hash },
    lane,
  } = proven.value;
  const opened = await open(
    { id, passwordHash: password_hash, code: input.totp, passkey: input.passkey },
    context,
    deps,
  );
  if (opened.ok) deps.throttle.succeeded(username, lane);
  else if (opened.refusal.reason === 'bad_totp')
    recordFailedAttempt({ username, operatorId: id, what: 'code', lane }, context, deps);
  else if (opened.refusal.reason === 'bad_passkey')
    recordFailedAttempt({ username, operatorId: id, what: 'passkey', lane }, context, deps);
  return opened;
}

interface Proven {
  readonly id: string;
  readonly passwordHash: string;
  readonly code: string | undefined;
  readonly passkey: PasskeyAnswer | undefined;
}

/** The refusal without a right second factor; undefined where it was given, or none is set. */
async function lacksFactor(
  tx: Tx,
  operator: OperatorRow,
  { code, passkey }: Pick<Proven, 'code' | 'passkey'>,
  context: PublicOperatorContext,
  deps: UseCaseDeps,
): Promise<ReturnType<typeof refuseOperator> | undefined> {
  const { id } = operator;
  if (!hasFactor(operator)) return undefined;
  if (passkey !== undefined)
    return (await takePasskey(tx, id, 'login', passkey, deps)) ? undefined : refuseOperator('bad_passkey');
  const takesCodes = hasTotp(operator) && !areCodesStopped(operator);
  if (!takesCodes || code === undefined) {
    const request = await askPasskey(tx, id, 'login', deps);
    if (!takesCodes && !request) return refuseOperator('codes_stopped');
    const { refusal } = refuseOperator(takesCodes ? 'totp_needed' : 'passkey_needed');
    return { ok: false, refusal: request ? { ...refusal, passkey: request } : refusal };
  }
  const step = operator.totp_secret
    ? deps.totp.stepOf(code, { ownerId: id, sealed: operator.totp_secret }, deps.clock.nowMs())
    : undefined;
  if (step === undefined || !(await takeTotpStep(tx, id, step))) {
    await countWrongCode(tx, operator, context, deps);
    return refuseOperator('bad_totp');
  }
  await forgetWrongCodes(tx, id);
  return undefined;
}

const open = (
  { id, passwordHash, ...given }: Proven,
  context: PublicOperatorContext,
  deps: UseCaseDeps,
): Promise<OperatorResult<Session>> =>
  deps.db.transaction(async (tx) => {
    const { clock, sessions, browsers } = deps;
    const nowMs = clock.nowMs();
    // Before or after a disable or change of password, never between.
    const operator = await lockOperator(tx, id);
    if (!operator?.enabled || operator.password_hash !== passwordHash) return refuseOperator('bad_login');
    const lack = await lacksFactor(tx, operator, given, context, deps);
    if (lack) return lack;
    const { username, role } = operator;
    const token = await sessions.open(id, { address: context.address, withFactor: hasFactor(operator) }, tx);
    await wasSeen(tx, id, new Date(nowMs));
    const by = { ...context, operator: { operatorId: id, username, role, sessionHash: '' } };
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
