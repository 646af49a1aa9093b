import { useTranslations } from 'use-intl';
import type { SettingSpec } from './settings-spec.ts';

/** Words for a setting's value. */
export function useSettingWords(): { readonly valueText: (spec: SettingSpec, written: string) => string } {
  const t = useTranslations('console-settings');
  return {
    valueText: ({ name, kind }, written) => {
      if (kind === 'flag' || name === 'demo') return t(written === '1' ? 'on' : 'off');
      if (kind === 'leave') return t(written === '1' ? 'home' : 'backwards');
      if (kind === 'presets') return t(written === '1' ? 'minStakes' : 'multiples');
      if (written === '') return t(kind === 'cap' ? 'noCap' : 'empty');
      if (kind === 'seconds' || kind === 'milliseconds') return `${written} ${t(kind)}`;
      return kind === 'amount' ? `${written} USDT` : written;
    },
  };
}
