import { ok, refuse, type Answer, type Input, type Result } from '@plimsoll/contract';
import type { Tx } from '../../platform/db.ts';
import { notifyMember } from '../notices/index.ts';
import type { Caller, UseCaseDeps } from './use-case-deps.ts';
import {
  clearFactors,
  confirmSecret,
  factorsOf,
  isAnySet,
  keepNewSecret,
  lockMember,
  removeSecret,
  replaceCodes,
  shortenSetup,
  weakened,
} from './factor-store.ts';
import { forgetDevices } from './known-devices.ts';
import {
  challengeOf,
  insertPasskey,
  keepChallenge,
  passkeysOf,
  removePasskey as dropPasskey,
  takeChallenge,
} from './passkey-store.ts';
import { proven } from './proven.ts';

const MAX_PASSKEYS = 10;
/** How long a new secret may be confirmed, */
const SETUP_LIFE_MS = 10 * 60_000;
/** and how much of that a wrong code costs: five void it. */
const WRONG_COSTS_MS = SETUP_LIFE_MS / 5;
const tooMany = () => refuse('too_many_passkeys', { maximum: String(MAX_PASSKEYS) });

/** Replaces the recovery codes; they are shown this once. */
async function newCodes(tx: Tx, memberId: string, { codes, clock }: UseCaseDeps): Promise<string[]> {
  const made = codes.make(memberId);
  await replaceCodes(
    tx,
    memberId,
    made.map(({ hash }) => hash),
    clock.nowMs(),
  );
  return made.map(({ code }) => code);
}

/** Makes withdrawals wait; after the last factor, removes recovery codes and known browsers too. */
async function afterRemoval(tx: Tx, memberId: string, nowMs: number): Promise<void> {
  await weakened(tx, memberId, nowMs);
  if (isAnySet(await factorsOf(tx, memberId, nowMs))) return;
  await clearFactors(tx, memberId);
  await forgetDevices(tx, memberId);
}

/** Shows a new authenticator secret; the old one stays in force until a code confirms it. */
export const startTotp = (
  fields: Input<'startTotp'>,
  caller: Caller,
  deps: UseCaseDeps,
): Promise<Result<Answer<'startTotp'>>> =>
  proven(fields, caller, deps, undefined, async (tx, { username }) => {
    const { sealed, secret, uri } = deps.totp.make(caller.memberId, username);
    await keepNewSecret(tx, caller.memberId, sealed, deps.clock.nowMs());
    return ok({ secret, uri });
  });

/**
 * Puts the last secret in force by its code. Whoever holds only the session has not seen the secret, so wrong codes
 * count: each leaves less time, and the fifth none.
 */
export const confirmTotp = (
  { second }: Input<'confirmTotp'>,
  { memberId }: Caller,
  deps: UseCaseDeps,
): Promise<Result<Answer<'confirmTotp'>>> =>
  deps.db.transaction(async (tx): Promise<Result<Answer<'confirmTotp'>>> => {
    const nowMs = deps.clock.nowMs();
    await lockMember(tx, memberId);
    const before = await factorsOf(tx, memberId, nowMs);
    if (!before.fresh || Math.abs(nowMs - before.fresh.at.getTime()) >= SETUP_LIFE_MS) return refuse('setup_expired');
    const { sealed } = before.fresh;
    const step = deps.totp.stepOf(second ?? '', { ownerId: memberId, sealed }, nowMs);
    if (step === undefined || !(await confirmSecret(tx, memberId, sealed, step, nowMs))) {
      await shortenSetup(tx, memberId, WRONG_COSTS_MS);
      return refuse('bad_second_factor');
    }
    const recovery_codes = isAnySet(before) ? null : await newCodes(tx, memberId, deps);
    await deps.prepared(tx, memberId, 'factor');
    await notifyMember(
      tx,
      [{ memberId, kind: 'authenticator-changed', params: { how: before.totp ? 'replaced' : 'added' } }],
      nowMs,
    );
    return ok({ recovery_codes });
  });

/** Removes the authenticator. */
export const removeTotp = (fields: Input<'removeTotp'>, caller: Caller, deps: UseCaseDeps): Promise<Result<null>> =>
  proven(fields, caller, deps, 'factor', async (tx) => {
    const { memberId } = caller;
    const nowMs = deps.clock.nowMs();
    if (!(await removeSecret(tx, memberId))) return refuse('not_found');
    await afterRemoval(tx, memberId, nowMs);
    await notifyMember(tx, [{ memberId, kind: 'authenticator-changed', params: { how: 'removed' } }], nowMs);
    return ok(null);
  });

/** Returns what a browser needs to make a new passkey. */
export const startPasskey = (
  fields: Input<'startPasskey'>,
  caller: Caller,
  deps: UseCaseDeps,
): Promise<Result<Answer<'startPasskey'>>> =>
  proven(fields, caller, deps, undefined, async (tx, { username }) => {
    const { memberId: id } = caller;
    const known = await passkeysOf(tx, id);
    if (known.length >= MAX_PASSKEYS) return tooMany();
    const options = await deps.webauthn.creation({ id, username }, known);
    await keepChallenge(tx, id, 'add', { challenge: options.challenge, nonce: null }, deps.clock.nowMs());
    return ok(options);
  });

/** Stores the new passkey and consumes its challenge. */
export async function addPasskey(
  { name, passkey: answer }: Input<'addPasskey'>,
  { memberId }: Caller,
  deps: UseCaseDeps,
): Promise<Result<Answer<'addPasskey'>>> {
  const { db, clock } = deps;
  const nowMs = clock.nowMs();
  const challenge = (await challengeOf(db, memberId, 'add', nowMs))?.challenge;
  if (challenge === undefined) return refuse('setup_expired');
  const made = await deps.webauthn.made(answer, challenge);
  return db.transaction(async (tx): Promise<Result<Answer<'addPasskey'>>> => {
    await lockMember(tx, memberId);
    if (!(await takeChallenge(tx, memberId, 'add', challenge))) return refuse('setup_expired');
    if (!made) return refuse('bad_passkey');
    const before = await factorsOf(tx, memberId, nowMs);
    if (before.passkeys >= MAX_PASSKEYS) return tooMany();
    const id = await insertPasskey(tx, memberId, { ...made, name }, nowMs);
    if (id === undefined) return refuse('bad_passkey');
    const recovery_codes = isAnySet(before) ? null : await newCodes(tx, memberId, deps);
    await deps.prepared(tx, memberId, 'factor');
    await notifyMember(tx, [{ memberId, kind: 'passkey-changed', params: { how: 'added', name } }], nowMs);
    // not money: an id, a number on the wire
    return ok({ id: Number(id), recovery_codes });
  });
}

/** Removes a passkey. */
export const removePasskey = (
  fields: Input<'removePasskey'>,
  caller: Caller,
  deps: UseCaseDeps,
): Promise<Result<null>> =>
  proven(fields, caller, deps, 'factor', async (tx) => {
    const { memberId } = caller;
    const nowMs = deps.clock.nowMs();
    const name = await dropPasskey(tx, memberId, fields.id);
    if (name === undefined) return refuse('not_found');
    await afterRemoval(tx, memberId, nowMs);
    await notifyMember(tx, [{ memberId, kind: 'passkey-changed', params: { how: 'removed', name } }], nowMs);
    return ok(null);
  });

/** Makes ten new recovery codes; those before become invalid. */
export const renewRecoveryCodes = (
  fields: Input<'renewRecoveryCodes'>,
  caller: Caller,
  deps: UseCaseDeps,
): Promise<Result<Answer<'renewRecoveryCodes'>>> =>
  proven(fields, caller, deps, 'factor', async (tx, before) => {
    const { memberId } = caller;
    if (!isAnySet(before)) return refuse('no_second_factor');
    const nowMs = deps.clock.nowMs();
    const recovery_codes = await newCodes(tx, memberId, deps);
    await weakened(tx, memberId, nowMs);
    await notifyMember(tx, [{ memberId, kind: 'recovery-renewed', params: {} }], nowMs);
    return ok({ recovery_codes });
  });
