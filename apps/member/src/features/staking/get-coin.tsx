import type { StakingProject } from '@plimsoll/contract';
import { linkClass } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { Link } from '../../platform/router.tsx';
import { useSettings } from '../../platform/settings.ts';

/** The link to a missing coin: converting, which returns to this project, or trading. */
export function GetCoin({ project: { id, coin } }: { readonly project: Pick<StakingProject, 'id' | 'coin'> }) {
  const t = useTranslations('staking');
  const canConvert = useSettings().flash_exchange_status === 1;
  if (!canConvert && coin.title === 'USDT') return null;
  const path = canConvert
    ? `/exchangeb?to=${coin.id}&stake=${id}`
    : `/exchange?currentSymbol=${coin.title.toLowerCase()}usdt`;
  return (
    <Link to={path} className={`${linkClass} hit`}>
      {t('getCoin', { coin: coin.title })}
    </Link>
  );
}
