import type { Input } from '@plimsoll/contract';
import { sql } from '../../platform/db.ts';
import type { Door } from '../security/index.ts';
import type { LoginDeps } from './login.ts';
import { issueReset, removeOldResets } from './password-resets.ts';
import { resetMail } from './reset-mail.ts';

const byEmail = sql<{ id: string; email: string; lang: string | null }>('membership.byOwnEmail', 'select id, email, lang from member where email = $1 and username = $1');

/**
 * Mails a link to whoever has an account under the address, at most one a minute, in the language they chose, else the one asked in. No
 * answer waits for it: its time, like its words, must not tell who is a member (wire, forgotpwd).
 */
export async function mailReset({ email }: Input<'forgotpwd'>, asked: { readonly door: Door; readonly lang: string }, { db, clock, mailer, settings, security, entrance }: LoginDeps): Promise<void> {
  const nowMs = clock.nowMs();
  await removeOldResets(db, nowMs);
  const [member] = await db.run(byEmail, [email]);
  if (!member) return;
  const sent = await entrance.shareOf('link', member.email, asked.door.address);
  if (!sent) return;
  const token = await db.transaction((tx) => issueReset(tx, member.id, nowMs));
  if (token === undefined) return;
  sent();
  mailer.send(resetMail({ to: member.email, lang: member.lang ?? asked.lang, site: settings().name, origin: security.home().origin, token, atMs: nowMs }, asked.door));
}
