import { ok, refuse, type Result } from '@plimsoll/contract';
import { readLanguageCode } from '@plimsoll/i18n/languages';

/** Keeps the language a member chose; a visitor's is only checked (wire, Site). */
export async function setLang(
  lang: string,
  memberId: string | undefined,
  store: (memberId: string, lang: string) => Promise<void>,
): Promise<Result<null>> {
  const code = readLanguageCode(lang);
  if (!code) return refuse('bad_lang');
  if (memberId !== undefined) await store(memberId, code);
  return ok(null);
}
