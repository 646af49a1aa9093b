import type { MarketItem } from '@plimsoll/contract';
import { Chg, CoinMark, Figure, Icon, Pair } from '@plimsoll/ui';
import { deposit, exchange, options } from '@plimsoll/ui/icons-shell';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useSpoken } from '../../platform/language.ts';
import { useIsMember } from '../../platform/session.ts';
import { useSettings } from '../../platform/settings.ts';
import { useOwnCoins, type OwnCoin } from '../assets/index.ts';
import { starredFirst, useFavourites } from '../favourites/index.ts';
import { findCoins, findMarkets, optionsPath, placesOfMarket, tradePath, useMarketList } from '../market/index.ts';
import { fitting } from './find.ts';
import { MAIN, OTHERS, servicesOf, type Place } from './places.ts';

/** A place that the palette leads to. */
export interface Entry {
  readonly id: string;
  readonly to: string;
  readonly mark: ReactNode;
  readonly text: ReactNode;
  readonly end?: ReactNode;
}

export interface EntryGroup {
  readonly key: 'markets' | 'actions' | 'coins' | 'screens';
  readonly entries: readonly Entry[];
}

/** How many of a group are shown before anything is typed, and after. */
const SHOWN = { unasked: 5, asked: 6 } as const;

const pairOf = (item: MarketItem) => <Pair base={item.coinname} quote={item.trade_coin} />;

const marketEntry = (item: MarketItem): Entry => ({
  id: `market-${item.id}`,
  to: tradePath(item),
  mark: <CoinMark coin={item.coinname} logo={item.logo} size={24} />,
  text: pairOf(item),
  end: (
    <>
      <span className="font-semibold">
        <Figure value={item.close} places={placesOfMarket(item)} dim={false} />
      </span>
      <Chg value={item.change} className="min-w-18 justify-end" />
    </>
  ),
});

const coinEntry = ({ coinName, logo, path, balance }: OwnCoin): Entry => ({
  id: `coin-${path}`,
  to: path,
  mark: <CoinMark coin={coinName} logo={logo} size={24} />,
  text: <b>{coinName}</b>,
  end: <Figure value={balance} places={8} />,
});

/** What can be done with the first market that was found. */
function useActions(): (market: MarketItem | undefined) => readonly Entry[] {
  const app = useTranslations('app.titles');
  const isMember = useIsMember();
  return (market) => {
    if (!market || !isMember) return [];
    const action = (key: 'exchange' | 'options', icon: typeof exchange, to: string): Entry => ({
      id: `do-${key}-${market.id}`,
      to,
      mark: <Icon of={icon} size={20} />,
      text: (
        <>
          {app(key)} {pairOf(market)}
        </>
      ),
    });
    return [
      action('exchange', exchange, tradePath(market)),
      action('options', options, optionsPath(market)),
      { id: 'do-deposit', to: '/recharge', mark: <Icon of={deposit} size={20} />, text: app('deposit') },
    ];
  };
}

/** The screens of the site, by their titles in the reader's language. */
function usePlaces(): readonly (Place & { readonly name: string })[] {
  const app = useTranslations('app.titles');
  const settings = useSettings();
  const services = servicesOf(settings).flatMap(({ key, to, icon }) =>
    key === 'support' || key === 'options' || to === 'service' ? [] : [{ to, title: key, icon }],
  );
  return [...MAIN, ...services, ...OTHERS].map((place) => ({ ...place, name: app(place.title) }));
}

/** What the palette offers for a typed text: markets, what to do with the first, own coins and screens. */
export function useEntries(typed: string): readonly EntryGroup[] {
  const { code } = useSpoken();
  const { data: markets = [] } = useMarketList();
  const favourites = useFavourites();
  const coins = useOwnCoins();
  const places = usePlaces();
  const actions = useActions();
  const isAsked = typed.trim() !== '';
  const most = isAsked ? SHOWN.asked : SHOWN.unasked;
  const found = findMarkets(starredFirst(markets, favourites), typed, code)
    .map(({ market }) => market)
    .slice(0, most);
  const named = findCoins(
    coins.map(({ coinName }) => coinName),
    typed,
    code,
  );
  const groups: readonly EntryGroup[] = [
    { key: 'markets', entries: found.map(marketEntry) },
    { key: 'actions', entries: isAsked ? actions(found[0]) : [] },
    {
      key: 'coins',
      entries: coins
        .filter(({ coinName }) => !isAsked || named.includes(coinName))
        .slice(0, most)
        .map(coinEntry),
    },
    {
      key: 'screens',
      entries: fitting(places, typed, ({ name }) => [name])
        .slice(0, most)
        .map(({ to, icon, name }) => ({ id: `screen-${to}`, to, mark: <Icon of={icon} size={20} />, text: name })),
    },
  ];
  return groups.filter(({ entries }) => entries.length > 0);
}
