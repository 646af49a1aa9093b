import { Chg, Figure, Live, useReading, wayOf } from '@plimsoll/ui';
import { formatDecimal } from '@plimsoll/i18n';
import { format, placesUsed, price, toNumber, type Price } from '@plimsoll/money';
import { useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useFreshness } from '../../platform/connection.ts';
import { placesOfMarket } from '../market/index.ts';
import { useDayDetail, written } from './detail.ts';
import type { ChartMarket } from './facts.ts';
import { OLD_AFTER_MS } from './freshness.ts';

const PRICE_PLACES = 6;
const CHANGE_PLACES = 2;
const VOLUME_PLACES = 8;

type Day = Pick<NonNullable<ReturnType<typeof useDayDetail>['data']>, 'open' | 'high' | 'low' | 'amount'>;

interface PairHeadProps {
  readonly market: ChartMarket;
  /** The price that the screen measures by, and when it was received. */
  readonly last: { readonly price: Price; readonly atMs: number } | undefined;
  /** The kind of price. */
  readonly source: ReactNode;
  /** About what will be shown, which keeps its room until it is: a price, and the day's volume in the base coin. */
  readonly expected: { readonly price: string; readonly volume: string };
}

interface DayFiguresProps {
  readonly day: Day;
  readonly places: number;
  readonly isKnown: boolean;
}

function DayFigures({ day, places, isKnown }: DayFiguresProps) {
  const t = useTranslations('chart');
  const rows = [
    { name: t('head.high'), figure: <Figure value={written(day.high, places)} places={places} dim={false} /> },
    { name: t('head.low'), figure: <Figure value={written(day.low, places)} places={places} dim={false} /> },
    {
      name: t('head.volume'),
      figure: <Figure value={written(day.amount, VOLUME_PLACES)} places={VOLUME_PLACES} dim={false} />,
    },
  ];
  return (
    // On a phone always a row below the price, or it would jump there with a longer one.
    <dl className="grid flex-auto gap-x-3 gap-y-px text-[min(var(--fs-12),3.3cqi)]/tight @max-[27rem]:flex @max-[27rem]:w-full @max-[27rem]:flex-wrap @max-[27rem]:justify-between">
      {rows.map(({ name, figure }) => (
        <div key={name} className="flex justify-between gap-2.5 @max-[27rem]:block">
          <dt className="text-ink-3">{name}</dt>
          <dd className={isKnown ? '' : 'bone'}>
            <span className={isKnown ? '' : 'invisible'}>{figure}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface PriceLineProps extends Pick<PairHeadProps, 'last' | 'source'> {
  /** The price, or one like it. */
  readonly shown: Price;
  /** Of the day; undefined while it is not known, and so is the change. */
  readonly open: number | undefined;
  readonly places: number;
  readonly isOld: boolean;
  readonly ageS: number;
}

/** The price and its change; before there is one, the room of one like it. */
function PriceLine({ last, shown, open, places, isOld, ageS, source }: PriceLineProps) {
  const t = useTranslations('chart');
  const { language, nativeDigits } = useReading();
  // For show: what is staked against is written from the exact price.
  const close = toNumber(shown);
  const from = open ?? close;
  const percent = from > 0 ? ((close - from) / from) * 100 : 0;
  const change = `${percent < 0 ? '' : '+'}${written(percent, CHANGE_PLACES)}`;
  const way = last ? '' : 'invisible';
  const changeWay = open === undefined ? 'invisible' : way;
  return (
    <div className="relative min-w-0 flex-[100_0_auto]">
      <p
        className="text-[min(var(--fs-28),7.4cqi)]/tight font-semibold tracking-[-0.015em]"
        data-way={last && open !== undefined ? wayOf(change) : 'flat'}
      >
        {!last && <span className="absolute">--</span>}
        <span className={way}>
          <Figure value={format(shown)} places={Math.max(PRICE_PLACES, placesUsed(shown))} flash />
        </span>
      </p>
      <p className="flex w-0 max-w-[92cqi] min-w-full flex-wrap items-center gap-x-2.5 text-13">
        {/* As flex items: in a line their height would change with the way. */}
        <span className={`flex ${changeWay}`}>
          <Chg value={change} />
        </span>
        <span className={`text-ink-3 ${changeWay}`}>
          <Figure value={written(close - from, places)} places={places} signed dim={false} />
        </span>
        <span className={isOld ? 'flex' : `flex ${way}`}>
          <Live old={isOld}>
            {isOld ? t('head.age', { seconds: formatDecimal(String(ageS), { language, nativeDigits }) }) : source}
          </Live>
        </span>
      </p>
    </div>
  );
}

/** The head of a trading pair: price, change and the day's figures. */
export function PairHead({ market, last, source, expected }: PairHeadProps) {
  const t = useTranslations('chart');
  const { data: day } = useDayDetail(market.symbol);
  const [openedAtMs] = useState(Date.now);
  const { isOld, ageS } = useFreshness(last?.atMs ?? openedAtMs, OLD_AFTER_MS);
  const places = placesOfMarket({ price_step: market.priceStep });
  // not money: the room of a figure
  const [about, amount] = [Number(expected.price), Number(expected.volume)];
  const figures = day ?? { open: about, high: about, low: about, amount };
  return (
    <section aria-label={t('head.title')} aria-busy={!day} className={`@container ${isOld ? 'stale' : ''}`}>
      {/* Without room beside the price the day's figures are under it. */}
      <div className="flex flex-wrap items-end gap-x-3 gap-y-1 px-4 pt-0.5 pb-2.5">
        <PriceLine
          last={last}
          shown={last?.price ?? price(expected.price)}
          open={day?.open}
          places={places}
          isOld={isOld}
          ageS={ageS}
          source={source}
        />
        <DayFigures day={figures} places={places} isKnown={day !== undefined} />
      </div>
    </section>
  );
}
