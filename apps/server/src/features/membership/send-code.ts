import { ok, type Input, type Result } from '@plimsoll/contract';
import { translator } from '@plimsoll/i18n/server';
import type { MembershipDeps } from './deps.ts';
import { CODE_LIFE_MS, removeOldCodes, renewCode } from './email-codes.ts';
import { memberByUsername } from './store.ts';

/**
 * Mails a verification code, at most one a minute to an address. An address that has an account is told so instead. The answer is the same
 * in every case, so that nobody learns from it who is a member (wire, emssend).
 */
export async function sendCode({ email }: Input<'emssend'>, lang: string, { db, clock, mailer, settings }: MembershipDeps): Promise<Result<null>> {
  const nowMs = clock.nowMs();
  await removeOldCodes(db, nowMs);
  const code = await renewCode(db, email, nowMs);
  if (code === undefined) return ok(null);
  const say = translator(lang);
  const params = { site: settings().name, code, minutes: String(CODE_LIFE_MS / 60_000) };
  const kind = (await memberByUsername(db, email)) ? 'known' : 'code';
  mailer.send({ to: email, subject: say(`mail.${kind}_subject`, params), text: say(`mail.${kind}_text`, params) });
  return ok(null);
}
