import { useTranslations } from 'use-intl';
import { useSpoken } from '../../platform/language.ts';

/** Keeps the direction of names in right-to-left text. */
export const useIsolated = (): ((name: string) => string) =>
  useSpoken().language.dir === 'rtl' ? (name) => `\u2068${name}\u2069` : String;

/** A device in words; names of browsers and systems are not translated. */
export function useDeviceName(): (device: { readonly browser: string; readonly system: string }) => string {
  const t = useTranslations('security.sessions');
  const named = useIsolated();
  return ({ browser, system }) =>
    browser !== '' && system !== ''
      ? t('named', { browser: named(browser), system: named(system) })
      : browser || system || t('unknown');
}
