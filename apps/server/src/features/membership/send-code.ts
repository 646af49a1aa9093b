import { ok, type Result } from '@plimsoll/contract';
import { translator } from '@plimsoll/i18n/server';
import { CODE_LIFE_MS, removeOldCodes, renewCode } from './email-codes.ts';
import type { LoginDeps } from './login.ts';
import { isTaken } from './store.ts';

interface Asking {
  readonly lang: string;
  readonly address: string;
}

/** The address or phone number to register with. */
export interface Receiver {
  readonly by: 'email' | 'phone';
  readonly account: string;
}

/**
 * Sends a code, at most one a minute and some twenty a day; a receiver with an account is sent that instead. The answer
 * is always the same, to hide who is a member (WIRE membership.emssend).
 */
export async function sendCode(
  { by, account }: Receiver,
  { lang, address }: Asking,
  { db, clock, mailer, texter, settings, throttle }: LoginDeps,
): Promise<Result<null>> {
  const nowMs = clock.nowMs();
  await removeOldCodes(db, nowMs);
  const sent = await throttle.shareOf('code', account, address);
  if (!sent) return ok(null);
  const code = await renewCode(db, account, nowMs);
  if (code === undefined) return ok(null);
  sent();
  const say = translator(lang);
  const params = { site: settings().name, code, minutes: CODE_LIFE_MS / 60_000 };
  const kind = (await isTaken(db, account)) ? 'known' : 'code';
  const subject = say(`mail.${kind}_subject`, params);
  if (by === 'phone') texter?.send({ to: account, text: subject });
  else mailer.send({ to: account, subject, text: say(`mail.${kind}_text`, params) });
  return ok(null);
}
