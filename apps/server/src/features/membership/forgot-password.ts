import type { Input } from '@plimsoll/contract';
import { coarseAddress } from '../../platform/coarse-address.ts';
import { sql } from '../../platform/db.ts';
import { deviceWords } from '../../platform/device-words.ts';
import { noteForMember } from '../notices/index.ts';
import type { ClientInfo } from '../security/index.ts';
import type { LoginDeps } from './login.ts';
import { issueReset, removeOldResets } from './password-resets.ts';
import { resetMail } from './reset-mail.ts';

const byEmail = sql<{ id: string; email: string; lang: string | null; phrase: string | null }>(
  'membership.byOwnEmail',
  `
  select m.id, m.email, m.lang, p.phrase from member m left join member_phrase p on p.member_id = m.id where m.email = $1 and (m.username = $1 or m.email_proven_at is not null)`,
);

/**
 * Mails a reset link, at most one a minute, with the member's phrase and a freeze link. Runs in the background: neither
 * time nor words of the answer show who is a member (WIRE membership.forgotpwd).
 */
export async function mailReset(
  { email }: Input<'forgotpwd'>,
  asked: { readonly client: ClientInfo; readonly lang: string },
  { db, clock, mailer, settings, security, throttle, links }: LoginDeps,
): Promise<void> {
  const nowMs = clock.nowMs();
  await removeOldResets(db, nowMs);
  const [member] = await db.run(byEmail, [email]);
  if (!member) return;
  const sent = await throttle.shareOf('link', member.email, asked.client.address);
  if (!sent) return;
  const { client, lang } = asked;
  const issued = await db.transaction(async (tx) => {
    const token = await issueReset(tx, member.id, nowMs);
    if (token === undefined) return undefined;
    const params = { ...deviceWords(client.agent), address: coarseAddress(client.address) };
    return { token, noticeId: await noteForMember(tx, { memberId: member.id, kind: 'password-asked', params }, nowMs) };
  });
  if (!issued) return;
  sent();
  const { origin } = security.home();
  mailer.send(
    resetMail(
      {
        to: member.email,
        lang: member.lang ?? lang,
        site: settings().name,
        origin,
        token: issued.token,
        atMs: nowMs,
        phrase: member.phrase,
        freezeHref: links?.hrefOf(issued.noticeId, origin),
      },
      client,
    ),
  );
}
