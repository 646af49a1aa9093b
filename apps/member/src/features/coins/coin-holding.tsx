import type { MarketItem } from '@plimsoll/contract';
import { Button, Figure, Icon, Loading, SkeletonBlock, Summary, type SummaryRow } from '@plimsoll/ui';
import { right } from '@plimsoll/ui/icons-screens';
import { deposit, withdraw } from '@plimsoll/ui/icons-shell';
import { useTranslations } from 'use-intl';
import { Link } from '../../platform/router.tsx';
import { ACCOUNT_NAMES, accountPath, accountsOf, Signed, useBalances, useMask, useMoneyWays } from '../assets/index.ts';
import { placesOfMarket } from '../market/index.ts';
import { useBreakEven } from '../portfolio/index.ts';
import { holdingOf, type Holding } from './holding.ts';

const EVERY_MS = 5000;

interface CoinHoldingProps {
  readonly coin: string;
  readonly market: MarketItem | undefined;
}

/** What the member holds of a coin: in each account, on hold, and what it has cost. */
export function CoinHolding({ coin, market }: CoinHoldingProps) {
  const t = useTranslations('coins');
  const kit = useTranslations('app.kit');
  const assets = useTranslations('assets');
  const { data, isLoading } = useBalances(EVERY_MS);
  const holding = data && holdingOf(accountsOf(data), coin);
  const ways = useMoneyWays(holding && String(holding.coinId));
  if (data && !holding) return null;
  return (
    <section aria-labelledby="coin-holding" className="mt-6">
      <h2 id="coin-holding" className="px-4 text-17 font-semibold">
        {t('hold')}
      </h2>
      {holding ? (
        <Held coin={coin} holding={holding} market={market} />
      ) : (
        <Loading label={kit('loading')}>
          <div className="grid gap-3 px-4 pt-3">
            <SkeletonBlock height={28} width={220} />
            <SkeletonBlock height={8} />
            <SkeletonBlock height={40} />
          </div>
        </Loading>
      )}
      {!isLoading && (
        <div className="flex flex-wrap gap-2 px-4 pt-3">
          <Button kind="quiet" size="small" className="flex-1" onClick={ways.deposit}>
            <Icon of={deposit} size={18} />
            {assets('actions.deposit')}
          </Button>
          <Button kind="quiet" size="small" className="flex-1" onClick={ways.withdraw}>
            <Icon of={withdraw} size={18} />
            {assets('actions.withdraw')}
          </Button>
        </div>
      )}
    </section>
  );
}

function Held({ coin, holding, market }: CoinHoldingProps & { readonly holding: Holding }) {
  const t = useTranslations('assets');
  const [isHidden] = useMask();
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-2 px-4 pt-1 text-[min(var(--fs-28),7.4vw,var(--column,430px)*.07)]/(--lh-28) font-semibold">
        <Figure value={holding.all} places={8} hidden={isHidden} flash />
        <span className="text-15 text-ink-3">{coin}</span>
        <span className="text-15 font-normal text-ink-2">
          <Figure value={holding.worth} places={2} dollars dim={false} hidden={isHidden} />
        </span>
      </p>
      {holding.accounts.length > 0 && (
        <ul className="rows mt-2">
          {holding.accounts.map((each) => (
            <li key={each.type}>
              <Link
                to={accountPath(each.type, each)}
                className="flex min-h-14 flex-wrap items-center gap-x-3 px-4 py-2 text-14 active:bg-surface"
              >
                <span className="text-ink-2">{t(`accounts.${ACCOUNT_NAMES[each.type]}`)}</span>
                <span className="ms-auto text-end">
                  <span className="block">
                    <Figure value={each.balance} places={8} hidden={isHidden} />
                  </span>
                  {/[1-9]/.test(each.dbalance) && (
                    <span className="block text-12 text-ink-3">
                      {t('coins.frozen')} <Figure value={each.dbalance} places={8} dim={false} hidden={isHidden} />
                    </span>
                  )}
                </span>
                <Icon of={right} size={16} flip className="text-ink-3" />
              </Link>
            </li>
          ))}
        </ul>
      )}
      {market && <Cost market={market} isHidden={isHidden} />}
    </>
  );
}

/** The coin's part of the portfolio: what it cost, where it breaks even in its market, and its profit so far. */
function Cost({ market, isHidden }: { readonly market: MarketItem; readonly isHidden: boolean }) {
  const t = useTranslations('coins');
  const cost = useBreakEven(market);
  if (!cost) return null;
  const places = placesOfMarket(market);
  const unit = <small className="text-[.8em] font-normal text-ink-3">{market.trade_coin}</small>;
  const rows: SummaryRow[] = [
    { term: t('averageCost'), value: <Figure value={cost.average} places={places} hidden={isHidden} /> },
    { term: t('breakEven'), value: <Figure value={cost.breakEven} places={places} hidden={isHidden} /> },
    {
      term: t('profit'),
      value: (
        <>
          <Signed value={cost.profit} isHidden={isHidden} /> {unit}
        </>
      ),
      total: true,
    },
  ];
  return (
    <div className="px-4 pt-3">
      <Summary rows={rows} />
    </div>
  );
}
