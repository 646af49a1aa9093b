import type { MarketItem } from '@plimsoll/contract';
import { Button, CoinMark, Empty, Icon, useReading } from '@plimsoll/ui';
import { right } from '@plimsoll/ui/icons-screens';
import { useTranslations } from 'use-intl';
import { Link } from '../../platform/router.tsx';
import { Star } from '../favourites/index.ts';
import { coinName } from './coin-names.ts';
import { findCoins, findMarkets, namesUnder, type Hit } from './find-markets.ts';
import { coinPath } from './paths.ts';
import { RecentChips } from './recent-chips.tsx';
import { SparkRow } from './spark-row.tsx';
import type { Sparklines } from './use-sparklines.ts';

/** A name with the part that was typed in colour. */
function Found({ hit }: { readonly hit: Hit }) {
  return (
    <bdi>
      <span className="font-medium text-water">{hit.name.slice(0, hit.length)}</span>
      {hit.name.slice(hit.length)}
    </bdi>
  );
}

/** Over each part of what was found. */
const HEAD = 'px-4 pt-3 pb-1 text-13 text-ink-3';

/** Coins that were found: the ways to their pages. */
function Elsewhere({ coins, markets }: { readonly coins: readonly string[]; readonly markets: readonly MarketItem[] }) {
  const t = useTranslations('market');
  const { language } = useReading();
  const logoOf = (coin: string) => markets.find(({ coinname }) => coinname === coin)?.logo;
  return (
    <section>
      <h2 className={HEAD}>{t('elsewhere')}</h2>
      <ul className="rows" aria-label={t('elsewhere')}>
        {coins.map((coin) => (
          <li key={coin}>
            <Link to={coinPath(coin)} className="flex min-h-15 items-center gap-3 px-4 py-2.5 active:bg-surface">
              <CoinMark coin={coin} logo={logoOf(coin)} size={28} />
              <span className="flex-1 text-14">{t('coinPage', { coin: coinName(coin, language) })}</span>
              <Icon of={right} size={16} flip className="text-ink-3" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface MarketSearchProps {
  readonly markets: readonly MarketItem[];
  readonly favourites: readonly number[];
  readonly sparks: Sparklines;
  readonly query: string;
  readonly isOld: boolean;
  readonly onClear: () => void;
}

/** What is found by symbol or by name in any language; the markets seen last while nothing is typed. */
export function MarketSearch({ markets, favourites, sparks, query, isOld, onClear }: MarketSearchProps) {
  const t = useTranslations('market');
  const { language } = useReading();
  if (query.trim() === '') return <RecentChips markets={markets} />;
  const found = findMarkets(markets, query, language);
  const coins = findCoins([...new Set(markets.flatMap((each) => [each.coinname, each.trade_coin]))], query, language);
  if (found.length === 0 && coins.length === 0)
    return (
      <Empty title={t('noMatch', { text: query })}>
        <Button kind="quiet" className="mt-3" onClick={onClear}>
          {t('clear')}
        </Button>
      </Empty>
    );
  return (
    <>
      {found.length > 0 && (
        <section>
          <h2 className={HEAD}>{t('list')}</h2>
          <ul className={`rows ${isOld ? 'stale' : ''}`} aria-label={t('list')}>
            {found.map(({ market, base, quote }) => (
              <li key={market.id} className="@container flex items-center">
                <Star market={market} isOn={favourites.includes(market.id)} className="ms-2" />
                <SparkRow
                  market={market}
                  sparks={sparks}
                  name={
                    quote ? (
                      t.rich('quotedIn', { coin: () => <Found hit={quote} /> })
                    ) : (
                      <>
                        {base && <Found hit={base} />}
                        {namesUnder(market.coinname, base, language)
                          .slice(base ? 1 : 0)
                          .map((each) => (
                            <bdi key={each}>{base ? ` · ${each}` : each}</bdi>
                          ))}
                      </>
                    )
                  }
                />
              </li>
            ))}
          </ul>
        </section>
      )}
      {coins.length > 0 && <Elsewhere coins={coins} markets={markets} />}
      <RecentChips markets={markets} />
    </>
  );
}
