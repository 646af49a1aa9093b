import { Button, Check, Empty, Figure, Icon } from '@plimsoll/ui';
import { right } from '@plimsoll/ui/icons-screens';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { ACCOUNT_NAMES, heldCoins, type Account, type CoinBalance } from './accounts.ts';
import { CoinRow } from './coin-row.tsx';
import { useIsDesktop } from '../../platform/use-is-desktop.ts';
import { CoinTable } from './coin-table.tsx';
import { useLogos } from './use-logos.ts';

interface RowsProps {
  readonly account: Account;
  readonly coins: readonly CoinBalance[];
  readonly label: string;
  readonly isHidden: boolean;
  /** A table where there is room for one. */
  readonly isTable?: boolean;
}

function Rows({ account, coins, label, isHidden, isTable = false }: RowsProps) {
  const logoOf = useLogos();
  const isDesktop = useIsDesktop();
  if (isDesktop && isTable) return <CoinTable {...{ account, coins, label, logoOf, isHidden }} />;
  return (
    <ul className="rows" aria-label={label}>
      {coins.map((coin) => (
        <li key={coin.coinId}>
          <CoinRow type={account.type} coin={coin} logo={logoOf(coin.coinName)} isHidden={isHidden} />
        </li>
      ))}
    </ul>
  );
}

/** Every coin of one account; those at zero can be hidden. */
export function CoinsOfAccount({ account, isHidden }: { readonly account: Account; readonly isHidden: boolean }) {
  const t = useTranslations('assets.coins');
  const [hidesZero, setHidesZero] = useState(false);
  const coins = hidesZero ? heldCoins(account.coins) : account.coins;
  return (
    <section aria-labelledby="coins" className="mt-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 px-4">
        <h2 id="coins" className="text-17 font-semibold">
          {t('title')}
        </h2>
        <Check checked={hidesZero} onChange={setHidesZero}>
          {t('hideZero')}
        </Check>
      </div>
      {coins.length > 0 ? (
        <Rows account={account} coins={coins} label={t('title')} isHidden={isHidden} isTable />
      ) : (
        <Empty title={t('none')} text={t('noneText')}>
          <Button kind="quiet" className="mt-3" onClick={() => setHidesZero(false)}>
            {t('showAll')}
          </Button>
        </Empty>
      )}
    </section>
  );
}

interface CoinsOfAllProps {
  readonly accounts: readonly Account[];
  readonly isHidden: boolean;
  readonly onOpen: (account: Account) => void;
  readonly isTable?: boolean;
}

/** Every account with the coins it holds. */
export function CoinsOfAll({ accounts, isHidden, onOpen, isTable = false }: CoinsOfAllProps) {
  const t = useTranslations('assets');
  return (
    <div className="mt-4 grid gap-2">
      {accounts.map((account) => {
        const name = t(`accounts.${ACCOUNT_NAMES[account.type]}`);
        const coins = heldCoins(account.coins);
        return (
          <section key={account.type} aria-label={name}>
            <h2>
              <button
                type="button"
                onClick={() => onOpen(account)}
                className="flex min-h-11 w-full flex-wrap items-center gap-x-1.5 px-4 active:bg-surface"
              >
                <span className="text-17 font-semibold">{name}</span>
                <Icon of={right} size={16} flip className="text-ink-3" />
                <span className="ms-auto text-14 text-ink-2">
                  <Figure value={account.all} places={2} dollars dim={false} hidden={isHidden} />
                </span>
              </button>
            </h2>
            {coins.length > 0 ? (
              <Rows account={account} coins={coins} label={name} isHidden={isHidden} isTable={isTable} />
            ) : (
              <p className="border-b px-4 pb-4 pt-1 text-13 text-ink-3">{t('coins.emptyAccount')}</p>
            )}
          </section>
        );
      })}
    </div>
  );
}
