import type { z } from 'zod';
import { refuseOperator, type OperatorResult } from '@plimsoll/contract/operator';
import type {
  addOwnPasskey,
  askFactor,
  listOwnPasskeys,
  removeOwnPasskey,
  startOwnPasskey,
} from '@plimsoll/contract/operator/operators';
import type { OperatorContext } from '../../platform/http/index.ts';
import { appendAuditLog } from '../../platform/operator-log.ts';
import type { UseCaseDeps } from './deps.ts';
import { hasTotp } from './item.ts';
import { provenAgain } from './own-account.ts';
import { deletePasskey, insertPasskey, keepChallenge, passkeysOf, takeChallenge } from './passkey-store.ts';
import { askPasskey } from './passkeys.ts';
import { lockOperator } from './store.ts';

const MAX_PASSKEYS = 10;

type Answer<Call extends { readonly output: z.ZodType }> = OperatorResult<z.output<Call['output']>>;
const tooMany = () => refuseOperator('too_many_passkeys', { maximum: String(MAX_PASSKEYS) });

/** The factors that can be given as a fresh one. */
export const askFresh = (
  { operator: { operatorId } }: OperatorContext,
  deps: UseCaseDeps,
): Promise<Answer<typeof askFactor>> =>
  deps.db.transaction(async (tx): Promise<Answer<typeof askFactor>> => {
    const row = await lockOperator(tx, operatorId);
    return {
      ok: true,
      value: { totp: row && hasTotp(row) ? 1 : 0, passkey: (await askPasskey(tx, operatorId, 'fresh', deps)) ?? null },
    };
  });

/** Lists one's own passkeys. */
export async function ownPasskeys(
  { operator: { operatorId } }: OperatorContext,
  { db, home }: Pick<UseCaseDeps, 'db' | 'home'>,
): Promise<Answer<typeof listOwnPasskeys>> {
  const list = (await passkeysOf(db, operatorId)).map(({ id, name, at, usedAt }) => ({
    // not money: an id, a number on the wire
    id: Number(id),
    name,
    addtime: at.toISOString(),
    last_used: usedAt?.toISOString() ?? null,
  }));
  return { ok: true, value: { list, total: list.length, origin: home() } };
}

/** What a browser makes a new passkey with, after the password. */
export async function startPasskey(
  { password }: z.output<typeof startOwnPasskey.input>,
  context: OperatorContext,
  deps: UseCaseDeps,
): Promise<Answer<typeof startOwnPasskey>> {
  const proven = await provenAgain(password, context, deps);
  if (!proven.ok) return proven;
  const { operatorId: id, username } = context.operator;
  return deps.db.transaction(async (tx): Promise<Answer<typeof startOwnPasskey>> => {
    const known = await passkeysOf(tx, id);
    if (known.length >= MAX_PASSKEYS) return tooMany();
    const options = await deps.webauthn.creation({ id, username }, known);
    await keepChallenge(tx, id, 'add', options.challenge, new Date(deps.clock.nowMs()));
    return { ok: true, value: options };
  });
}

/** Stores the new passkey, which counts as a fresh factor. */
export const addPasskey = (
  { name, passkey }: z.output<typeof addOwnPasskey.input>,
  context: OperatorContext,
  deps: UseCaseDeps,
): Promise<Answer<typeof addOwnPasskey>> =>
  deps.db.transaction(async (tx): Promise<Answer<typeof addOwnPasskey>> => {
    const { clock, webauthn, sessions } = deps;
    const { operatorId, sessionHash } = context.operator;
    const nowMs = clock.nowMs();
    if (!(await lockOperator(tx, operatorId))) return refuseOperator('unauthenticated');
    const challenge = await takeChallenge(tx, operatorId, 'add', nowMs);
    if (challenge === undefined) return refuseOperator('setup_expired');
    const made = await webauthn.made(passkey, challenge);
    if (!made) return refuseOperator('bad_passkey');
    const before = (await passkeysOf(tx, operatorId)).length;
    if (before >= MAX_PASSKEYS) return tooMany();
    const id = await insertPasskey(tx, operatorId, { ...made, name }, new Date(nowMs));
    if (id === undefined) return refuseOperator('bad_passkey');
    await sessions.proved(sessionHash, tx);
    await appendAuditLog(
      tx,
      {
        by: context,
        action: 'add-passkey',
        resource: 'operators',
        ref: operatorId,
        before: { passkeys: before },
        after: { passkeys: before + 1, name },
      },
      nowMs,
    );
    // not money: an id, a number on the wire
    return { ok: true, value: { id: Number(id) } };
  });

/** Removes one of one's own passkeys, with the password. */
export async function removePasskey(
  { id, password }: z.output<typeof removeOwnPasskey.input>,
  context: OperatorContext,
  deps: UseCaseDeps,
): Promise<OperatorResult<null>> {
  const proven = await provenAgain(password, context, deps);
  if (!proven.ok) return proven;
  const { operatorId } = context.operator;
  return deps.db.transaction(async (tx): Promise<OperatorResult<null>> => {
    if (!(await lockOperator(tx, operatorId))) return refuseOperator('unauthenticated');
    const name = await deletePasskey(tx, operatorId, id);
    if (name === undefined) return refuseOperator('not_found');
    const left = (await passkeysOf(tx, operatorId)).length;
    await appendAuditLog(
      tx,
      {
        by: context,
        action: 'remove-passkey',
        resource: 'operators',
        ref: operatorId,
        before: { passkeys: left + 1, name },
        after: { passkeys: left },
      },
      deps.clock.nowMs(),
    );
    return { ok: true, value: null };
  });
}
