import { ok, refuse, type Answer, type Input, type Result } from '@plimsoll/contract';
import { translator } from '@plimsoll/i18n/server';
import { errorCode, sql, type Query, type Tx } from '../../platform/db.ts';
import type { Preparations } from '../gate/index.ts';
import { notifyMember } from '../notices/index.ts';
import type { Door } from '../security/index.ts';
import { proveOwner } from './change-password.ts';
import { CODE_LIFE_MS } from './email-codes.ts';
import type { LoginDeps } from './login.ts';
import { isRightOwnCode, renewOwnCode, useOwnCode } from './own-email-codes.ts';
import { dropResets } from './password-resets.ts';
import { isTaken } from './store.ts';

interface OwnEmail {
  username: string;
  email: string | null;
}
const own = sql<OwnEmail>('membership.ownEmail', 'select username, email from member where id = $1');
const prove = sql<{ id: string }>(
  'membership.proveEmail',
  'update member set email_proven_at = coalesce(email_proven_at, $3) where id = $1 and email = $2 returning id',
);
// Who logs in with the address logs in with the new one.
const replace = sql<{ username: string }>(
  'membership.replaceEmail',
  `
  update member set email = $2, email_proven_at = $3, username = case when username = email then $2 else username end where id = $1 returning username`,
);
const UNIQUE_VIOLATION = '23505';

const ownOf = async (query: Query, memberId: string): Promise<OwnEmail> => {
  const [row] = await query.run(own, [memberId]);
  if (!row) throw new Error(`no member ${memberId}`);
  return row;
};

interface Sending {
  readonly memberId: string;
  readonly lang: string;
  readonly address: string;
}

/**
 * Mails a code to the address that a member has, or wants to have. Like the code of a registration it goes out at most
 * once a minute and some twenty times a day; an address that is another member's is told of it instead, and the answer
 * is the same in every case.
 */
export async function sendOwnCode(
  { email: wanted }: Input<'sendEmailCode'>,
  { memberId, lang, address }: Sending,
  { db, clock, mailer, settings, entrance }: LoginDeps,
): Promise<Result<null>> {
  const email = wanted ?? (await ownOf(db, memberId)).email;
  if (email === null) return refuse('bad_email');
  const sent = await Promise.all([
    entrance.shareOf('code', email, address),
    entrance.shareOf('code', `member ${memberId}`, address),
  ]);
  if (sent.includes(undefined)) return ok(null);
  const code = await renewOwnCode(db, { memberId, email }, clock.nowMs());
  if (code === undefined) return ok(null);
  for (const count of sent) count?.();
  const say = translator(lang);
  const params = { site: settings().name, code, minutes: String(CODE_LIFE_MS / 60_000) };
  mailer.send(
    (await isTaken(db, email, memberId))
      ? { to: email, subject: say('mail.known_subject', params), text: say('mail.taken_text', params) }
      : { to: email, subject: say('mail.code_subject', params), text: say('mail.code_text', params) },
  );
  return ok(null);
}

/**
 * Notes that the member's address is theirs, by the code that was mailed there. Nothing is changed by it, so nothing
 * waits (RULES 8).
 */
export async function proveEmail(
  { captcha }: Input<'proveEmail'>,
  memberId: string,
  { db, clock }: LoginDeps,
): Promise<Result<null>> {
  const nowMs = clock.nowMs();
  const { email } = await ownOf(db, memberId);
  if (email === null || !(await isRightOwnCode(db, { memberId, email }, captcha, nowMs))) return refuse('bad_captcha');
  return db.transaction(async (tx) => {
    const isTheirs = (await tx.run(prove, [memberId, email, new Date(nowMs)])).length === 1;
    return isTheirs && (await useOwnCode(tx, { memberId, email }, captcha)) ? ok(null) : refuse('bad_captcha');
  });
}

interface Asker extends Door {
  readonly memberId: string;
  readonly username: string;
  readonly sessionHash: string;
}
type SetDeps = LoginDeps & { readonly preparations: Pick<Preparations, 'prepare'> };

/**
 * Puts the address in the place of the one before, and tells that one. Links that were mailed there set no password any
 * more.
 */
async function replaceEmail(
  tx: Tx,
  memberId: string,
  { email, before, nowMs }: { email: string; before: string | null; nowMs: number },
): Promise<string> {
  const [row] = await tx.run(replace, [memberId, email, new Date(nowMs)]);
  await dropResets(tx, memberId);
  await notifyMember(tx, [{ memberId, kind: 'email-changed', params: { email } }], nowMs, before ?? email);
  return row?.username ?? '';
}

/**
 * Sets another e-mail address, or the first one, by the login password, the code mailed to it, and a second factor once
 * one is set, in this order: a change behind the gate (RULES 8). An address that is somebody else's gets no code, so
 * that only who reads its mails could learn it.
 */
export async function setEmail(
  { email, captcha, password, ...given }: Input<'setEmail'>,
  { memberId, ...asker }: Asker,
  deps: SetDeps,
): Promise<Result<Answer<'setEmail'>>> {
  const { db, clock, entrance } = deps;
  const whose = { memberId, email };
  const owner = async (): ReturnType<typeof proveOwner> => {
    const proven = await proveOwner(password, asker, deps);
    return proven.ok && !(await isRightOwnCode(db, whose, captcha, clock.nowMs())) ? refuse('bad_captcha') : proven;
  };
  return deps.preparations
    .prepare({ memberId, kind: 'email', given }, owner, async (tx, { passwordHash }) => {
      if (!(await useOwnCode(tx, whose, captcha))) return refuse('bad_captcha');
      if (await isTaken(tx, email, memberId)) return refuse('already_registered');
      const nowMs = clock.nowMs();
      const { email: before, username } = await ownOf(tx, memberId);
      const isSame = before === email;
      if (isSame) await tx.run(prove, [memberId, email, new Date(nowMs)]);
      const name = isSame ? username : await replaceEmail(tx, memberId, { email, before, nowMs });
      return {
        ...ok({ username: name, known: entrance.knownAs({ name, passwordHash }) }),
        ...(isSame ? { isSame } : {}),
      };
    })
    .catch((error: unknown) => {
      // Somebody else registered with it at the same moment.
      if (errorCode(error) === UNIQUE_VIOLATION) return refuse('already_registered');
      throw error;
    });
}
