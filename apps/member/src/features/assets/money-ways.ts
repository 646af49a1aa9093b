import { showToast } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { navigate } from '../../platform/router.tsx';
import { useSettings } from '../../platform/settings.ts';
import { openService } from '../site/index.ts';
import { wishCoin } from './wished-coin.ts';

/** Opens deposit or withdrawal with a coin; customer service while they are switched off (PRODUCT 13). */
export function useMoneyWays(coinId?: string): { readonly deposit: () => void; readonly withdraw: () => void } {
  const t = useTranslations('app');
  const settings = useSettings();
  const way = (flag: 0 | 1, path: string) => () => {
    if (flag === 1) {
      wishCoin(coinId);
      navigate(path);
    } else if (!openService(settings)) showToast('bad', t('contactService'));
  };
  return {
    deposit: way(settings.recharge_status, '/recharge'),
    withdraw: way(settings.withdrawal_status, '/withdrawal'),
  };
}
