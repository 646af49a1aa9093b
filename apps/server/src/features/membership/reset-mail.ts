import { languageOf } from '@plimsoll/i18n/languages';
import { resolveLanguage, translator } from '@plimsoll/i18n/server';
import { coarseAddress } from '../../platform/coarse-address.ts';
import { deviceWords } from '../../platform/device-words.ts';
import { mailPage, mailText } from '../../platform/mail-page.ts';
import type { Mail } from '../../platform/mail.ts';
import { momentText } from '../../platform/moment-text.ts';
import type { Door } from '../security/index.ts';
import { RESET_LIFE_MS } from './password-resets.ts';

interface ResetMail {
  readonly to: string;
  readonly lang: string;
  readonly site: string;
  /** Where the app is open. */
  readonly origin: string;
  readonly token: string;
  readonly atMs: number;
  /** The words that the member chose for our mails; null before. */
  readonly phrase: string | null;
  /** Where whoever did not ask freezes the account; none where no link does. */
  readonly freezeHref: string | undefined;
}

/**
 * The mail with the link that sets another password: who asked, and when, so that its reader can tell a stranger's
 * asking from their own.
 */
export function resetMail(
  { to, lang, site, origin, token, atMs, phrase, freezeHref }: ResetMail,
  { address, agent }: Door,
): Mail {
  const say = translator(lang);
  // What is not translated keeps its own direction among Arabic letters.
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
    // After the mark, so that no server is told of it and no page it leads to.
    action: {
      label: say('mail.reset_title', params),
      href: `${origin}/forgot#${token}`,
      under: say('mail.reset_until', params),
    },
    after: [
      say('mail.reset_not_you', params),
      ...(freezeHref === undefined ? [] : [{ text: say('mail.freeze', { link: freezeHref }), link: freezeHref }]),
      ...(phrase === null ? [] : [say('mail.phrase', { phrase: isolated(phrase) })]),
    ],
    last: say('mail.never_asked', params),
  };
  return { to, subject: say('mail.reset_subject', params), text: mailText(words), html: mailPage(words) };
}
