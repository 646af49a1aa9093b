import { useTranslations } from 'use-intl';
import { useSpoken } from '../../platform/language.ts';

/** Makes names keep their own direction among words that are read from right to left. */
export const useIsolated = (): ((name: string) => string) =>
  useSpoken().language.dir === 'rtl' ? (name) => `\u2068${name}\u2069` : String;

/** A device in words; the names of browsers and systems are the same in every language. */
export function useDeviceName(): (device: { readonly browser: string; readonly system: string }) => string {
  const t = useTranslations('security.sessions');
  const named = useIsolated();
  return ({ browser, system }) =>
    browser !== '' && system !== ''
      ? t('named', { browser: named(browser), system: named(system) })
      : browser || system || t('unknown');
}
