import { FREEZE_LINK_DAYS } from '@plimsoll/contract/figures';
import { languageOf } from '@plimsoll/i18n/languages';
import { resolveLanguage, translator } from '@plimsoll/i18n/server';
import { mailPage } from '../../platform/mail-page.ts';
import type { Mail } from '../../platform/mail.ts';
import { ALARMING } from './kinds.ts';
import type { DueMail } from './mail-store.ts';
import { wordsOf } from './words.ts';

interface House {
  readonly site: string;
  /** The app's origin; without it the mail is text alone. */
  readonly origin: string | undefined;
  /** The link that freezes the member's account. */
  readonly freezeHref: string | undefined;
}

/** A notice's mail: its words, a freeze link where it matters, and the phrase. */
export function noticeMail(mail: DueMail, { site, origin, freezeHref }: House): Mail {
  const lang = mail.lang ?? 'en';
  const say = translator(lang);
  const { title, text } = wordsOf(mail, lang);
  const isRtl = languageOf(resolveLanguage(lang)).dir === 'rtl';
  const freeze =
    freezeHref !== undefined && ALARMING.has(mail.kind)
      ? [{ text: say('mail.freeze', { link: freezeHref, days: FREEZE_LINK_DAYS }), link: freezeHref }]
      : [];
  // Isolates the phrase in right-to-left mails.
  const phrase =
    mail.phrase === null ? [] : [say('mail.phrase', { phrase: isRtl ? `\u2068${mail.phrase}\u2069` : mail.phrase })];
  return {
    to: mail.email,
    subject: say('mail.notice_subject', { site, title }),
    text: [text, ...freeze.map((each) => each.text), ...phrase, site].join('\n\n'),
    ...(origin === undefined
      ? {}
      : {
          html: mailPage({
            lang,
            site,
            origin,
            title,
            text,
            after: [...freeze, ...phrase],
            last: say('mail.never_asked'),
          }),
        }),
  };
}
