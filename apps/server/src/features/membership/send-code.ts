import { ok, type Input, type Result } from '@plimsoll/contract';
import { translator } from '@plimsoll/i18n/server';
import { CODE_LIFE_MS, removeOldCodes, renewCode } from './email-codes.ts';
import type { LoginDeps } from './login.ts';
import { isTaken } from './store.ts';

interface Asking {
  readonly lang: string;
  readonly address: string;
}

/**
 * Mails a verification code, at most one a minute and some twenty a day to an address. An address that has an account is told so instead. The answer is the same
 * in every case, so that nobody learns from it who is a member (wire, emssend).
 */
export async function sendCode({ email }: Input<'emssend'>, { lang, address }: Asking, { db, clock, mailer, settings, entrance }: LoginDeps): Promise<Result<null>> {
  const nowMs = clock.nowMs();
  await removeOldCodes(db, nowMs);
  const sent = await entrance.shareOf('code', email, address);
  if (!sent) return ok(null);
  const code = await renewCode(db, email, nowMs);
  if (code === undefined) return ok(null);
  sent();
  const say = translator(lang);
  const params = { site: settings().name, code, minutes: String(CODE_LIFE_MS / 60_000) };
  const kind = (await isTaken(db, email)) ? 'known' : 'code';
  mailer.send({ to: email, subject: say(`mail.${kind}_subject`, params), text: say(`mail.${kind}_text`, params) });
  return ok(null);
}
