import { FREEZE_LINK_DAYS } from '@plimsoll/contract/figures';
import { languageOf } from '@plimsoll/i18n/languages';
import { resolveLanguage, translator } from '@plimsoll/i18n/server';
import { coarseAddress } from '../../platform/coarse-address.ts';
import { deviceWords } from '../../platform/device-words.ts';
import { mailPage, mailText } from '../../platform/mail-page.ts';
import type { Mail } from '../../platform/mail.ts';
import { momentText } from '../../platform/moment-text.ts';
import type { ClientInfo } from '../security/index.ts';
import { RESET_LIFE_MS } from './password-resets.ts';

interface ResetMail {
  readonly to: string;
  readonly lang: string;
  readonly site: string;
  readonly origin: string;
  readonly token: string;
  readonly atMs: number;
  readonly phrase: string | null;
  readonly freezeHref: string | undefined;
}

/** The mail with a reset link; it says who asked and when. */
export function resetMail(
  { to, lang, site, origin, token, atMs, phrase, freezeHref }: ResetMail,
  { address, agent }: ClientInfo,
): Mail {
  const say = translator(lang);
  // Isolates untranslated text in right-to-left mails.
  const isolated = (text: string) => (languageOf(resolveLanguage(lang)).dir === 'rtl' ? `\u2068${text}\u2069` : text);
  const { browser, system } = deviceWords(agent);
  const params = {
    site,
    at: isolated(momentText(atMs)),
    until: isolated(momentText(atMs + RESET_LIFE_MS)),
    browser: isolated(browser),
    system: isolated(system),
    address: isolated(coarseAddress(address)),
    named: browser && system ? 'yes' : 'no',
  };
  const words = {
    lang,
    site,
    origin,
    title: say('mail.reset_title', params),
    text: say('mail.reset_text', params),
    // In the fragment, which no server receives.
    action: {
      label: say('mail.reset_title', params),
      href: `${origin}/forgot#${token}`,
      under: say('mail.reset_until', params),
    },
    after: [
      say('mail.reset_not_you', params),
      ...(freezeHref === undefined
        ? []
        : [{ text: say('mail.freeze', { link: freezeHref, days: FREEZE_LINK_DAYS }), link: freezeHref }]),
      ...(phrase === null ? [] : [say('mail.phrase', { phrase: isolated(phrase) })]),
    ],
    last: say('mail.never_asked', params),
  };
  return { to, subject: say('mail.reset_subject', params), text: mailText(words), html: mailPage(words) };
}
