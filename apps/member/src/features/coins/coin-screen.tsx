import type { MarketItem } from '@plimsoll/contract';
import { MARKET_DAY_HOURS } from '@plimsoll/contract/codes/times';
import { formatDecimal } from '@plimsoll/i18n';
import {
  BottomBar,
  buttonClass,
  Chg,
  CoinMark,
  Empty,
  ErrorState,
  Figure,
  Icon,
  Loading,
  SkeletonBlock,
  useReading,
  wayOf,
} from '@plimsoll/ui';
import { flash } from '@plimsoll/ui/icons-shell';
import { useTranslations } from 'use-intl';
import { Link, useLocation } from '../../platform/router.tsx';
import { useIsMember } from '../../platform/session.ts';
import { useSettings } from '../../platform/settings.ts';
import { accountsOf, useBalances } from '../assets/index.ts';
import { OwnStar } from '../favourites/index.ts';
import { coinName, placesOfMarket, tradePath, useMarketList, useSeen } from '../market/index.ts';
import { PageHeader } from '../site/index.ts';
import { OpenOrders, OwnChart } from '../spot/index.ts';
import { CoinHolding } from './coin-holding.tsx';
import { CoinNews } from './coin-news.tsx';
import { coinAt, marketOfCoin } from './coin-place.ts';
import { holdingOf } from './holding.ts';

const MARKETS_MS = 2000;
const BALANCES_MS = 5000;
const CHART_HEIGHT = 320;

function PriceHead({ market }: { readonly market: MarketItem }) {
  const t = useTranslations('chart.day');
  const reading = useReading();
  return (
    <section className="flex flex-wrap items-center gap-3 px-4 pb-3">
      <CoinMark coin={market.coinname} logo={market.logo} size={40} />
      <div className="min-w-0 flex-1">
        <p
          className="text-[min(var(--fs-28),5.6vw,var(--column,430px)*.06)]/tight font-semibold"
          data-way={wayOf(market.change)}
        >
          <Figure value={market.close} places={placesOfMarket(market)} dim={false} flash className="text-ink" />
        </p>
        <p className="flex flex-wrap items-center gap-x-2.5 text-13">
          <Chg value={market.change} />
          <span className="text-ink-3">
            <bdi dir="ltr">{market.title}</bdi> ·{' '}
            {t('title', { hours: formatDecimal(String(MARKET_DAY_HOURS), reading) })}
          </span>
        </p>
      </div>
    </section>
  );
}

/** Buy, sell and convert, for a coin that is traded here. */
function Actions({ coin, market }: { readonly coin: string; readonly market: MarketItem | undefined }) {
  const t = useTranslations('app.titles');
  const spot = useTranslations('spot');
  const { flash_exchange_status } = useSettings();
  const { data } = useBalances(BALANCES_MS);
  const coinId = data && holdingOf(accountsOf(data), coin)?.coinId;
  const convert = coinId === undefined ? '/exchangeb' : `/exchangeb?${new URLSearchParams({ to: String(coinId) })}`;
  return (
    <BottomBar>
      <nav className="flex flex-wrap gap-2" aria-label={coin}>
        {market && (
          <>
            <Link to={tradePath(market, 'buy')} className={`${buttonClass('up')} flex-auto`}>
              {spot('form.buy')}
            </Link>
            <Link to={tradePath(market, 'sell')} className={`${buttonClass('down')} flex-auto`}>
              {spot('form.sell')}
            </Link>
          </>
        )}
        {flash_exchange_status === 1 && (
          <Link to={convert} className={`${buttonClass('quiet')} flex-auto`}>
            <Icon of={flash} size={20} />
            {t('convert')}
          </Link>
        )}
      </nav>
    </BottomBar>
  );
}

function Coin({ coin, markets }: { readonly coin: string; readonly markets: readonly MarketItem[] }) {
  const spot = useTranslations('spot');
  const { language } = useReading();
  const isMember = useIsMember();
  const market = marketOfCoin(markets, coin);
  // Below what is held: drawn with it, since how high that is depends on it.
  const isReading = useBalances(BALANCES_MS).isLoading && isMember;
  const isQuote = markets.some((each) => each.trade_coin === coin);
  useSeen(market?.symbol ?? '');
  const name = coinName(coin, language);
  if (!market && !isQuote)
    return (
      <>
        <PageHeader title={coin} canGoBack />
        <Empty title={spot('markets.missing')} text={spot('markets.missingText')} className="pt-24">
          <Link to="/market" className={`${buttonClass('quiet')} mt-3`}>
            {spot('markets.open')}
          </Link>
        </Empty>
      </>
    );
  return (
    <>
      <PageHeader
        title={
          <>
            {name} {name !== coin && <span className="text-14 font-medium text-ink-3">{coin}</span>}
          </>
        }
        canGoBack
      >
        {market && <OwnStar market={market} className="-me-1" />}
      </PageHeader>
      {market && (
        <>
          <PriceHead market={market} />
          <OwnChart key={market.symbol} market={market} height={CHART_HEIGHT} />
        </>
      )}
      {isMember && <CoinHolding coin={coin} market={market} />}
      {isMember && market && !isReading && (
        <div className="mt-7">
          <OpenOrders marketId={String(market.id)} />
        </div>
      )}
      {!isReading && <CoinNews names={[...new Set([coin, coinName(coin, 'en'), name])]} />}
      <Actions coin={coin} market={market} />
    </>
  );
}

/** /coin/:name: one coin. */
export default function CoinScreen() {
  const market = useTranslations('market');
  const kit = useTranslations('app.kit');
  const coin = coinAt(useLocation().pathname);
  const { data: markets, isError, refetch } = useMarketList(MARKETS_MS);
  if (markets) return <Coin key={coin} coin={coin} markets={markets} />;
  return (
    <>
      <PageHeader title={coin} canGoBack />
      {isError ? (
        <ErrorState title={market('failed')} text={market('failedText')} onRetry={() => void refetch()} />
      ) : (
        <Loading label={kit('loading')}>
          <div className="grid gap-4 px-4">
            <SkeletonBlock height={48} width={240} />
            <SkeletonBlock height={CHART_HEIGHT} />
            <SkeletonBlock height={120} />
          </div>
        </Loading>
      )}
    </>
  );
}
