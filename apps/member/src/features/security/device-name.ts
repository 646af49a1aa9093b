import { useTranslations } from 'use-intl';
import { useSpoken } from '../../platform/language.ts';

/** Keeps a name's own direction among words that are read from right to left. */
const isolated = (name: string): string => `\u2068${name}\u2069`;

/** A device in words; the names of browsers and systems are the same in every language. */
export function useDeviceName(): (device: { readonly browser: string; readonly system: string }) => string {
  const t = useTranslations('security.sessions');
  const named = useSpoken().language.dir === 'rtl' ? isolated : String;
  return ({ browser, system }) => (browser !== '' && system !== '' ? t('named', { browser: named(browser), system: named(system) }) : browser || system || t('unknown'));
}
