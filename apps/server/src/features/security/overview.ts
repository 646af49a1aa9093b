import type { Answer } from '@plimsoll/contract';
import type { Desk } from './desk.ts';
import { factorsOf } from './factor-store.ts';
import { passkeysOf } from './passkey-store.ts';
import { phraseOf } from './phrase.ts';

/** Which second factors a member has set. */
export async function securityOf(memberId: string, { db, clock, home, needsPassword }: Pick<Desk, 'db' | 'clock' | 'home' | 'needsPassword'>): Promise<Answer<'getSecurity'>> {
  const [factors, passkeys, isAsked, phrase] = await Promise.all([factorsOf(db, memberId, clock.nowMs()), passkeysOf(db, memberId), needsPassword(memberId), phraseOf(db, memberId)]);
  return {
    totp: factors.totp ? 1 : 0,
    totp_since: factors.totpSince?.toISOString() ?? null,
    // not money: an id, a number on the wire
    passkeys: passkeys.map(({ id, name, at, usedAt }) => ({ id: Number(id), name, addtime: at.toISOString(), last_used: usedAt?.toISOString() ?? null })),
    recovery_left: factors.recoveryLeft,
    recovery_since: factors.recoveryAt?.toISOString() ?? null,
    phrase,
    password_needed: isAsked ? 1 : 0,
    passkey_origin: home().origin,
  };
}
