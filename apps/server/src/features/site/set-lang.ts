import { ok, refuse, type Result } from '@plimsoll/contract';
import { readLanguageCode } from '@plimsoll/i18n/languages';
import type { OfferedLanguage } from './site-content.ts';

interface Choosing {
  readonly memberId: string | undefined;
  readonly offered: readonly OfferedLanguage[];
  readonly store: (memberId: string, lang: string) => Promise<void>;
}

/** Stores a member's language if it is offered (docs/wire/site.md). */
export async function setLang(lang: string, { memberId, offered, store }: Choosing): Promise<Result<null>> {
  const code = readLanguageCode(lang);
  if (!code || !offered.some((each) => each.code === code)) return refuse('bad_lang');
  if (memberId !== undefined) await store(memberId, code);
  return ok(null);
}
