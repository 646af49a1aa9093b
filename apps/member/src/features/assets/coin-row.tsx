import type { AccountType } from '@plimsoll/contract';
import { CoinMark, Figure, Icon } from '@plimsoll/ui';
import { right } from '@plimsoll/ui/icons-screens';
import { useTranslations } from 'use-intl';
import { Link } from '../../platform/router.tsx';
import { accountPath } from './account-place.ts';
import type { CoinBalance } from './accounts.ts';

interface CoinRowProps {
  readonly type: AccountType;
  readonly coin: CoinBalance;
  readonly logo: string | undefined;
  readonly isHidden: boolean;
}

/** A coin of an account, available and frozen, with its worth and the link to its records. */
export function CoinRow({ type, coin, logo, isHidden }: CoinRowProps) {
  const t = useTranslations('assets.coins');
  const isFrozen = /[1-9]/.test(coin.dbalance);
  return (
    <Link to={accountPath(type, coin)} className="flex min-h-16.5 items-center gap-3 px-4 py-2.5 active:bg-surface">
      <CoinMark coin={coin.coinName} logo={logo} />
      {/* In large type the figures have a line of their own. */}
      <span className="flex min-w-0 flex-1 flex-wrap justify-between gap-x-3">
        <span>
          <b className="block">{coin.coinName}</b>
          {isFrozen && (
            <span className="block text-[min(var(--fs-12),3.6vw)]/tight text-ink-3">
              {t('frozen')} <Figure value={coin.dbalance} places={8} dim={false} hidden={isHidden} />
            </span>
          )}
        </span>
        <span className="ms-auto text-end">
          <span className="block text-[min(var(--fs-15),4vw)]">
            <Figure value={coin.balance} places={8} hidden={isHidden} flash />
          </span>
          <span className="block text-[min(var(--fs-12),3.6vw)]/tight text-ink-3">
            <Figure value={coin.all_zhprice} places={2} dollars dim={false} hidden={isHidden} />
          </span>
        </span>
      </span>
      <Icon of={right} size={16} flip className="text-ink-3" />
    </Link>
  );
}
