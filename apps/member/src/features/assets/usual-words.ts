import { languageOf, type LanguageCode } from '@plimsoll/i18n';
import { useTranslations } from 'use-intl';

/** From so many minutes on they are hours in the text. */
const HOURS_FROM = 120;

/** How long a deposit or a withdrawal usually takes, in words; undefined where it is not known. */
export function useUsualWords(): (minutes: number | null) => string | undefined {
  const t = useTranslations('funding.steps');
  return (minutes) => {
    if (!minutes) return undefined;
    return minutes < HOURS_FROM ? t('usualMinutes', { minutes }) : t('usualHours', { hours: Math.round(minutes / 60) });
  };
}

/** Words at the start of a line: with a capital, where the language has them. */
export function atLineStart(words: string, language: LanguageCode): string {
  const [first = '', ...rest] = words;
  return first.toLocaleUpperCase(languageOf(language).tag) + rest.join('');
}
