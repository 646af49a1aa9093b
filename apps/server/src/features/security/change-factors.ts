import { ok, refuse, type Answer, type Input, type Result } from '@plimsoll/contract';
import type { Tx } from '../../platform/db.ts';
import { notifyMember } from '../notices/index.ts';
import type { Asker, Desk } from './desk.ts';
import {
  clearFactors,
  confirmSecret,
  factorsOf,
  isAnySet,
  keepNewSecret,
  lockMember,
  removeSecret,
  replaceCodes,
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

/** Of one member. */
const MAX_PASSKEYS = 10;
/** How long a secret that was shown may be confirmed. */
const SETUP_LIFE_MS = 10 * 60_000;
const tooMany = () => refuse('too_many_passkeys', { maximum: String(MAX_PASSKEYS) });

/** Makes recovery codes in the place of those before. They are shown this once. */
async function newCodes(tx: Tx, memberId: string, { codes, clock }: Desk): Promise<string[]> {
  const made = codes.make(memberId);
  await replaceCodes(
    tx,
    memberId,
    made.map(({ hash }) => hash),
    clock.nowMs(),
  );
  return made.map(({ code }) => code);
}

/**
 * Withdrawals wait from now on; with the last factor the codes go too, and the browsers that were spared being asked.
 */
async function afterRemoval(tx: Tx, memberId: string, nowMs: number): Promise<void> {
  await weakened(tx, memberId, nowMs);
  if (isAnySet(await factorsOf(tx, memberId, nowMs))) return;
  await clearFactors(tx, memberId);
  await forgetDevices(tx, memberId);
}

/** Shows a new secret for an authenticator app; one before it stays in force until a code of the new one was seen. */
export const startTotp = (fields: Input<'startTotp'>, asker: Asker, desk: Desk): Promise<Result<Answer<'startTotp'>>> =>
  proven(fields, asker, desk, undefined, async (tx, { username }) => {
    const { sealed, secret, uri } = desk.totp.make(asker.memberId, username);
    await keepNewSecret(tx, asker.memberId, sealed, desk.clock.nowMs());
    return ok({ secret, uri });
  });

/**
 * Puts the secret in force that was shown last, by a code made of it. Wrong ones are no guesses: who asks has just seen
 * the secret.
 */
export const confirmTotp = (
  { second }: Input<'confirmTotp'>,
  { memberId }: Asker,
  desk: Desk,
): Promise<Result<Answer<'confirmTotp'>>> =>
  desk.db.transaction(async (tx): Promise<Result<Answer<'confirmTotp'>>> => {
    const nowMs = desk.clock.nowMs();
    await lockMember(tx, memberId);
    const before = await factorsOf(tx, memberId, nowMs);
    if (!before.fresh || Math.abs(nowMs - before.fresh.at.getTime()) > SETUP_LIFE_MS) return refuse('setup_expired');
    const { sealed } = before.fresh;
    const step = desk.totp.stepOf(second ?? '', { ownerId: memberId, sealed }, nowMs);
    if (step === undefined || !(await confirmSecret(tx, memberId, sealed, step, nowMs)))
      return refuse('bad_second_factor');
    const recovery_codes = isAnySet(before) ? null : await newCodes(tx, memberId, desk);
    await desk.prepared(tx, memberId, 'factor');
    await notifyMember(
      tx,
      [{ memberId, kind: 'authenticator-changed', params: { how: before.totp ? 'replaced' : 'added' } }],
      nowMs,
    );
    return ok({ recovery_codes });
  });

/** Takes the authenticator app away. */
export const removeTotp = (fields: Input<'removeTotp'>, asker: Asker, desk: Desk): Promise<Result<null>> =>
  proven(fields, asker, desk, 'factor', async (tx) => {
    const { memberId } = asker;
    const nowMs = desk.clock.nowMs();
    if (!(await removeSecret(tx, memberId))) return refuse('not_found');
    await afterRemoval(tx, memberId, nowMs);
    await notifyMember(tx, [{ memberId, kind: 'authenticator-changed', params: { how: 'removed' } }], nowMs);
    return ok(null);
  });

/** What a browser makes a new passkey with. */
export const startPasskey = (
  fields: Input<'startPasskey'>,
  asker: Asker,
  desk: Desk,
): Promise<Result<Answer<'startPasskey'>>> =>
  proven(fields, asker, desk, undefined, async (tx, { username }) => {
    const { memberId: id } = asker;
    const known = await passkeysOf(tx, id);
    if (known.length >= MAX_PASSKEYS) return tooMany();
    const options = await desk.webauthn.creation({ id, username }, known);
    await keepChallenge(tx, id, 'add', { challenge: options.challenge, nonce: null }, desk.clock.nowMs());
    return ok(options);
  });

/**
 * Keeps the passkey that a browser made under its name. The challenge it signed, which the password had to be given
 * for, is answered once.
 */
export async function addPasskey(
  { name, passkey: answer }: Input<'addPasskey'>,
  { memberId }: Asker,
  desk: Desk,
): Promise<Result<Answer<'addPasskey'>>> {
  const { db, clock } = desk;
  const nowMs = clock.nowMs();
  const challenge = (await challengeOf(db, memberId, 'add', nowMs))?.challenge;
  if (challenge === undefined) return refuse('setup_expired');
  const made = await desk.webauthn.made(answer, challenge);
  return db.transaction(async (tx): Promise<Result<Answer<'addPasskey'>>> => {
    await lockMember(tx, memberId);
    if (!(await takeChallenge(tx, memberId, 'add', challenge))) return refuse('setup_expired');
    if (!made) return refuse('bad_passkey');
    const before = await factorsOf(tx, memberId, nowMs);
    if (before.passkeys >= MAX_PASSKEYS) return tooMany();
    const id = await insertPasskey(tx, memberId, { ...made, name }, nowMs);
    if (id === undefined) return refuse('bad_passkey');
    const recovery_codes = isAnySet(before) ? null : await newCodes(tx, memberId, desk);
    await desk.prepared(tx, memberId, 'factor');
    await notifyMember(tx, [{ memberId, kind: 'passkey-changed', params: { how: 'added', name } }], nowMs);
    // not money: an id, a number on the wire
    return ok({ id: Number(id), recovery_codes });
  });
}

/** Takes a passkey away. */
export const removePasskey = (fields: Input<'removePasskey'>, asker: Asker, desk: Desk): Promise<Result<null>> =>
  proven(fields, asker, desk, 'factor', async (tx) => {
    const { memberId } = asker;
    const nowMs = desk.clock.nowMs();
    const name = await dropPasskey(tx, memberId, fields.id);
    if (name === undefined) return refuse('not_found');
    await afterRemoval(tx, memberId, nowMs);
    await notifyMember(tx, [{ memberId, kind: 'passkey-changed', params: { how: 'removed', name } }], nowMs);
    return ok(null);
  });

/** Ten new recovery codes in the place of those before. */
export const renewRecoveryCodes = (
  fields: Input<'renewRecoveryCodes'>,
  asker: Asker,
  desk: Desk,
): Promise<Result<Answer<'renewRecoveryCodes'>>> =>
  proven(fields, asker, desk, 'factor', async (tx, before) => {
    const { memberId } = asker;
    if (!isAnySet(before)) return refuse('no_second_factor');
    const nowMs = desk.clock.nowMs();
    const recovery_codes = await newCodes(tx, memberId, desk);
    await weakened(tx, memberId, nowMs);
    await notifyMember(tx, [{ memberId, kind: 'recovery-renewed', params: {} }], nowMs);
    return ok({ recovery_codes });
  });
