import { ok, refuse, type Answer, type Input, type Result } from '@plimsoll/contract';
import { translator } from '@plimsoll/i18n/server';
import { errorCode, sql, type Query, type Tx } from '../../platform/db.ts';
import type { Preparations } from '../gate/index.ts';
import { notifyMember } from '../notices/index.ts';
import type { ClientInfo } from '../security/index.ts';
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
// The address as a login name changes with it.
const replace = sql<{ username: string }>(
  'membership.replaceEmail',
  `
  update member set email = $2, email_proven_at = $3, username = case when username = email then $2 else username end where id = $1 returning username`,
);
const UNIQUE_VIOLATION = '23505';

const ownOf = async (query: Query, memberId: string): Promise<OwnEmail> => {
  const [row] = await query.run(own, [memberId]);
  if (!row) throw new Error(`member ${memberId} does not exist`);
  return row;
};

interface Sending {
  readonly memberId: string;
  readonly lang: string;
  readonly address: string;
}

/**
 * Mails a code to the present or a new address, once a minute and some twenty times a day. Another member's address is
 * mailed that instead; the answer is always the same.
 */
export async function sendOwnCode(
  { email: wanted }: Input<'sendEmailCode'>,
  { memberId, lang, address }: Sending,
  { db, clock, mailer, settings, throttle }: LoginDeps,
): Promise<Result<null>> {
  const email = wanted ?? (await ownOf(db, memberId)).email;
  if (email === null) return refuse('bad_email');
  const sent = await Promise.all([
    throttle.shareOf('code', email, address),
    throttle.shareOf('code', `member ${memberId}`, address),
  ]);
  if (sent.includes(undefined)) return ok(null);
  const code = await renewOwnCode(db, { memberId, email }, clock.nowMs());
  if (code === undefined) return ok(null);
  for (const count of sent) count?.();
  const say = translator(lang);
  const params = { site: settings().name, code, minutes: CODE_LIFE_MS / 60_000 };
  mailer.send(
    (await isTaken(db, email, memberId))
      ? { to: email, subject: say('mail.known_subject', params), text: say('mail.taken_text', params) }
      : { to: email, subject: say('mail.code_subject', params), text: say('mail.code_text', params) },
  );
  return ok(null);
}

/** Records that the address is proven, by its code. Withdrawals do not wait (RULES 8). */
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

interface Caller extends ClientInfo {
  readonly memberId: string;
  readonly username: string;
  readonly sessionHash: string;
}
type SetDeps = LoginDeps & { readonly preparations: Pick<Preparations, 'prepare'> };

/** Replaces the address, notifies the old one and voids links mailed there. */
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
 * Sets an address behind the gate (RULES 8), by login password, mailed code and second factor, in this order. Another
 * member's address gets no code.
 */
export async function setEmail(
  { email, captcha, password, ...given }: Input<'setEmail'>,
  { memberId, ...caller }: Caller,
  deps: SetDeps,
): Promise<Result<Answer<'setEmail'>>> {
  const { db, clock, throttle } = deps;
  const whose = { memberId, email };
  const owner = async (): ReturnType<typeof proveOwner> => {
    const proven = await proveOwner(password, caller, deps);
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
        ...ok({ username: name, known: throttle.knownAs({ name, passwordHash }) }),
        ...(isSame ? { isSame } : {}),
      };
    })
    .catch((error: unknown) => {
      // Registered by somebody else at the same moment.
      if (errorCode(error) === UNIQUE_VIOLATION) return refuse('already_registered');
      throw error;
    });
}
