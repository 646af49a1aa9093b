import { formatPercent } from '@plimsoll/i18n';
import { CoinMark, Figure, useReading } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { Link } from '../../platform/router.tsx';
import { accountPath } from './account-place.ts';
import { partOf, type Account, type CoinBalance } from './accounts.ts';

interface CoinTableProps {
  readonly account: Account;
  readonly coins: readonly CoinBalance[];
  readonly label: string;
  readonly logoOf: (coin: string) => string | undefined;
  readonly isHidden: boolean;
}

function Share({ percent, isHidden }: { readonly percent: number; readonly isHidden: boolean }) {
  const reading = useReading();
  if (isHidden) return '--';
  return (
    <span className="flex items-center justify-end gap-2.5">
      <span className="h-1.5 w-12 overflow-hidden rounded-full bg-raised" aria-hidden="true">
        <span className="block h-full bg-water-fill" style={{ width: `${percent}%` }} />
      </span>
      <span className="n min-w-[5ch] text-end text-ink-2">{formatPercent(percent.toFixed(1), reading)}</span>
    </span>
  );
}

/** Coins of an account in a wide window: a table with aligned figures. A row leads to the coin's records. */
export function CoinTable({ account, coins, label, logoOf, isHidden }: CoinTableProps) {
  const t = useTranslations('assets');
  return (
    <div className="table-room">
      <table className="table table-fixed" aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t('move.coin')}</th>
            <th scope="col" className="r">
              {t('total.available')}
            </th>
            <th scope="col" className="r from-40">
              {t('total.held')}
            </th>
            <th scope="col" className="r">
              {t('coins.value')}
            </th>
            <th scope="col" className="r from-32">
              {t('coins.share')}
            </th>
          </tr>
        </thead>
        <tbody>
          {coins.map((coin) => (
            <tr key={coin.coinId}>
              <td>
                <span className="flex items-center gap-2.5">
                  <CoinMark coin={coin.coinName} logo={logoOf(coin.coinName)} size={24} />
                  <Link
                    to={accountPath(account.type, coin)}
                    className="min-w-0 font-semibold after:absolute after:inset-0"
                  >
                    {coin.coinName}
                  </Link>
                </span>
              </td>
              <td className="r">
                <Figure value={coin.balance} places={8} hidden={isHidden} flash />
              </td>
              <td className="r from-40 text-ink-2">
                <Figure value={coin.dbalance} places={8} hidden={isHidden} />
              </td>
              <td className="r font-semibold">
                <Figure value={coin.all_zhprice} places={2} dim={false} hidden={isHidden} />
              </td>
              <td className="r from-32">
                <Share percent={partOf(coin.all_zhprice, account)} isHidden={isHidden} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
