import type { Answer } from '@plimsoll/contract';
import { sql } from '../../platform/db.ts';
import type { Caller, UseCaseDeps } from './use-case-deps.ts';
import { factorsOf } from './factor-store.ts';
import { passkeysOf } from './passkey-store.ts';
import { phraseOf } from './phrase.ts';

const emailOf = sql<{ email: string | null; proven: boolean }>(
  'security.email',
  'select email, email_proven_at is not null as proven from member where id = $1',
);

type OverviewContext = Pick<UseCaseDeps, 'db' | 'clock' | 'home' | 'needsPassword' | 'wantsPassword' | 'asksEmail'>;

/** A member's second factors and what else protects the account. */
export async function securityOf(
  { memberId, sessionHash }: Pick<Caller, 'memberId' | 'sessionHash'>,
  deps: OverviewContext,
): Promise<Answer<'getSecurity'>> {
  const { db, clock, home, needsPassword, wantsPassword, asksEmail } = deps;
  const [factors, passkeys, isNeeded, isAsked, phrase, [own]] = await Promise.all([
    factorsOf(db, memberId, clock.nowMs()),
    passkeysOf(db, memberId),
    needsPassword(memberId),
    wantsPassword({ memberId, sessionHash }),
    phraseOf(db, memberId),
    db.run(emailOf, [memberId]),
  ]);
  const isProven = own?.proven === true;
  return {
    totp: factors.totp ? 1 : 0,
    totp_since: factors.totpSince?.toISOString() ?? null,
    // not money: an id, a number on the wire
    passkeys: passkeys.map(({ id, name, at, usedAt }) => ({
      id: Number(id),
      name,
      addtime: at.toISOString(),
      last_used: usedAt?.toISOString() ?? null,
    })),
    recovery_left: factors.recoveryLeft,
    recovery_since: factors.recoveryAt?.toISOString() ?? null,
    phrase,
    email: own?.email ?? null,
    email_proven: isProven ? 1 : 0,
    email_needed: asksEmail && !isProven ? 1 : 0,
    password_needed: isNeeded ? 1 : 0,
    password_asked: isAsked ? 1 : 0,
    passkey_origin: home().origin,
  };
}
