import type { MarketItem } from '@plimsoll/contract';
import { Chg, CoinMark, Empty, Figure, Icon, IconButton, Pair, Panel, useReading } from '@plimsoll/ui';
import { search } from '@plimsoll/ui/icons-screens';
import { close } from '@plimsoll/ui/icons-shell';
import { useState } from 'react';
import { Link } from '../../platform/router.tsx';
import { Star, starredFirst, useFavourites } from '../favourites/index.ts';
import { coinName, findMarkets, placesOfMarket, tradePath } from '../market/index.ts';
import { useTranslations } from 'use-intl';

export interface MarketsPanelProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly markets: readonly MarketItem[];
  readonly current: string;
  readonly pathOf?: (market: MarketItem) => string;
}

function PanelHead({
  wanted,
  onFind,
  onClose,
}: {
  readonly wanted: string;
  readonly onFind: (text: string) => void;
  readonly onClose: () => void;
}) {
  const t = useTranslations('spot.markets');
  const kit = useTranslations('app.kit');
  return (
    <div className="sticky top-0 z-1 bg-bg">
      <header className="flex h-13 items-center justify-between ps-4 pe-1.5">
        <h2 className="text-17 font-semibold">{t('title')}</h2>
        <IconButton label={kit('close')} onClick={onClose}>
          <Icon of={close} size={20} />
        </IconButton>
      </header>
      <div className="px-4 pb-2.5">
        <div className="ctl flex min-h-11 items-center gap-2 rounded-md px-3">
          <Icon of={search} size={20} />
          <input
            type="search"
            aria-label={t('find')}
            placeholder={t('find')}
            value={wanted}
            onChange={(event) => onFind(event.target.value)}
            autoComplete="off"
            spellCheck={false}
            className="h-11 w-full min-w-0 flex-1"
          />
        </div>
      </div>
      <div className="flex h-7.5 items-center justify-between px-4 text-12 text-ink-3" aria-hidden="true">
        <span>{t('pair')}</span>
        <span>{t('lastChange')}</span>
      </div>
    </div>
  );
}

/** The panel itself: a search, and the markets with the starred ones first. */
export default function MarketsList({ open, onClose, markets, current, pathOf = tradePath }: MarketsPanelProps) {
  const t = useTranslations('spot.markets');
  const [wanted, setWanted] = useState('');
  const favourites = useFavourites();
  const { language } = useReading();
  const found = findMarkets(markets, wanted, language).map(({ market }) => market);
  // What was searched for stands in the order of how well it was found.
  const shown = wanted === '' ? starredFirst(found, favourites) : found;
  return (
    <Panel open={open} onClose={onClose} label={t('title')}>
      <PanelHead wanted={wanted} onFind={setWanted} onClose={onClose} />
      {shown.length === 0 && <Empty title={t('none')} text={t('noneText')} className="pt-6" />}
      <ul className="rows">
        {shown.map((market) => (
          <li key={market.id} className="flex items-center has-[[aria-current]]:bg-surface">
            <Star market={market} isOn={favourites.includes(market.id)} className="ms-2 -me-3" />
            <Link
              to={pathOf(market)}
              replace
              onClick={onClose}
              aria-current={market.symbol === current ? 'true' : undefined}
              className="flex min-h-15 min-w-0 flex-1 items-center gap-3 px-4 py-2.5"
            >
              <CoinMark coin={market.coinname} logo={market.logo} size={24} />
              <span className="flex-1">
                <Pair base={market.coinname} quote={market.trade_coin} />
                <span className="block text-12 text-ink-3">{coinName(market.coinname, language)}</span>
              </span>
              <span className="text-end">
                <span className="block font-semibold">
                  <Figure value={market.close} places={placesOfMarket(market)} dim={false} flash />
                </span>
                <Chg value={market.change} className="text-12" />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
